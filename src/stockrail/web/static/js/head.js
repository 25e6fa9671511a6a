// The head of the table: as many of the order as there is room for; the rest is counted.

import { settled } from "./page.js";

function order() {
  const list = document.getElementById("order");
  const more = document.getElementById("order-more");
  if (!list || !more) return;
  const places = [...list.querySelectorAll("li")].filter((place) => place !== more);
  for (const place of places) place.hidden = false;
  more.hidden = true;
  const now = places.findIndex((place) => place.hasAttribute("aria-current"));
  const button = more.querySelector("button") ?? more;
  for (let left = places.length; left > Math.max(now, 0) + 1 && list.scrollWidth > list.clientWidth; left -= 1) {
    places[left - 1].hidden = true;
    more.hidden = false;
    button.textContent = `+${places.length - left + 1}`;
  }
}

addEventListener("resize", order);
document.fonts.ready.then(order);
settled(order);
