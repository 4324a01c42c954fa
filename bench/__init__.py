"""Speed, measured as ratios in one run: `python -m bench NAME`, or `all`.

A bar is a ratio to a baseline, to somebody else's library on the same work, or to the calibration of
`bench/measure.py`; the absolute figure stands beside it and decides nothing. `--against FOLDER` compares this checkout
with another one.
"""
