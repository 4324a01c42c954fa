"""Speed, measured as ratios against a baseline in the same run: `python -m bench NAME`, or `all`."""
