// Makes a part of the page equal to what the server sends, touching only what differs: children are matched by id.

/** What the reader is typing or has chosen is his: these are never overwritten unless the server's own value changes. */
const OWN = new Set(["value", "checked", "open", "selected"]);

/** The server sends an empty element with this mark instead of one that has not changed. */
const SAME = "data-same";

/** Whether everything is there that the server did not send again. @param {Element} next */
export function fits(next) {
  return [...next.querySelectorAll(`[${SAME}]`)].every((stub) => document.getElementById(stub.id));
}

/**
 * @param {Element} from what is there
 * @param {Element} to what shall be there
 */
export function morph(from, to) {
  if (from.nodeName !== to.nodeName) {
    from.replaceWith(to);
    return;
  }
  if (from.hasAttribute("data-keep") || to.hasAttribute(SAME)) return;
  attributes(from, to);
  children(from, to);
}

/** @param {Element} from @param {Element} to */
function attributes(from, to) {
  for (const { name, value } of [...to.attributes]) {
    if (from.getAttribute(name) === value) continue;
    from.setAttribute(name, value);
    if (name === "value" && from instanceof HTMLInputElement) from.value = value;
    if (name === "checked" && from instanceof HTMLInputElement) from.checked = true;
  }
  for (const { name } of [...from.attributes]) {
    if (to.hasAttribute(name) || name === "data-live" || name === "open") continue;
    from.removeAttribute(name);
    if (OWN.has(name) && name === "checked" && from instanceof HTMLInputElement) from.checked = false;
  }
}

/** @param {Element} from @param {Element} to */
function children(from, to) {
  /** @type {Map<string, Element>} */
  const byId = new Map();
  for (const child of from.children) if (child.id) byId.set(child.id, child);
  let here = from.firstChild;
  for (const wanted of [...to.childNodes]) {
    const match = find(here, wanted, byId);
    if (!match) {
      from.insertBefore(wanted, here);
      continue;
    }
    if (match !== here) from.insertBefore(match, here);
    else here = here.nextSibling;
    if (match instanceof Element && wanted instanceof Element) morph(match, wanted);
    else if (match.nodeValue !== wanted.nodeValue) match.nodeValue = wanted.nodeValue;
  }
  while (here) {
    const next = here.nextSibling;
    here.remove();
    here = next;
  }
}

/**
 * @param {ChildNode | null} here
 * @param {ChildNode} wanted
 * @param {Map<string, Element>} byId
 * @returns {ChildNode | null}
 */
function find(here, wanted, byId) {
  if (wanted instanceof Element && wanted.hasAttribute(SAME)) return document.getElementById(wanted.id);
  if (wanted instanceof Element && wanted.id) return byId.get(wanted.id) ?? null;
  if (!here || here.nodeType !== wanted.nodeType || here.nodeName !== wanted.nodeName) return null;
  if (here instanceof Element && here.id) return null;
  return here;
}
