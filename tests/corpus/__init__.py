"""Games and databases that earlier versions have left behind; every later version goes on playing them."""
