"""False Sunrise: the rules, one file a chapter of the rulebook."""
