"""Tables that are laid by a script, and the tutorials that are played at them."""
