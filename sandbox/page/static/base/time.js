// Times as Discord shows them, counted from the game's clock, and kept up to date while the page is open.

import { h } from "./dom.js";
import { now, onChange } from "./store.js";

const format = (options) => new Intl.DateTimeFormat(undefined, { hourCycle: "h23", ...options });
const STYLES = {
  t: format({ hour: "2-digit", minute: "2-digit" }),
  T: format({ hour: "2-digit", minute: "2-digit", second: "2-digit" }),
  d: format({ year: "numeric", month: "2-digit", day: "2-digit" }),
  D: format({ year: "numeric", month: "long", day: "numeric" }),
  f: format({ year: "numeric", month: "long", day: "numeric", hour: "2-digit", minute: "2-digit" }),
  F: format({ weekday: "long", year: "numeric", month: "long", day: "numeric", hour: "2-digit", minute: "2-digit" }),
  s: format({ dateStyle: "short", timeStyle: "short" }),
  S: format({ dateStyle: "short", timeStyle: "medium" }),
};
// Each unit, its length in seconds, and what is added before it is tried, so that 59.6 minutes are an hour.
const UNITS = [
  ["year", 31_536_000, 1_296_000],
  ["month", 2_592_000, 43_200],
  ["day", 86_400, 1_800],
  ["hour", 3_600, 30],
  ["minute", 60, 0],
  ["second", 1, 0],
];
const WORDS = new Intl.RelativeTimeFormat(undefined, { numeric: "always" });

/** "in 3 hours", "2 days ago": an instant in milliseconds against the game's clock. */
export function relative(instant) {
  const seconds = Math.round((instant - now()) / 1000);
  for (const [unit, length, slack] of UNITS) {
    if (Math.abs(seconds) + slack >= length || unit === "second") return WORDS.format(Math.round(seconds / length), unit);
  }
  return "";
}

export const shortTime = (instant) => STYLES.t.format(instant);
export const fullTime = (instant) => STYLES.F.format(instant);
export const clockTime = (instant) => STYLES.T.format(instant);
export const longDay = (instant) => STYLES.D.format(instant);
export const dayKey = (instant) => new Date(instant).toDateString();

/** How a message's time stands beside its author: the time today, the date and time otherwise. */
export function stamp(instant) {
  const today = dayKey(now());
  if (dayKey(instant) === today) return `Today at ${shortTime(instant)}`;
  if (dayKey(instant) === dayKey(now() - 86_400_000)) return `Yesterday at ${shortTime(instant)}`;
  return `${STYLES.d.format(instant)} ${shortTime(instant)}`;
}

const write = (node) => {
  const seconds = Number(node.dataset.instant);
  const style = node.dataset.style;
  const text = style === "R" ? relative(seconds * 1000) : STYLES[style].format(seconds * 1000);
  if (node.textContent !== text) node.textContent = text;
};

/** `<t:seconds:style>` as an element; relative ones are rewritten as the clock runs or is skipped. */
export function timestamp(seconds, style = "f") {
  const instant = new Date(seconds * 1000);
  if (Number.isNaN(instant.getTime())) return h("span", {}, `<t:${seconds}:${style}>`);
  const node = h("time", {
    class: "timestamp",
    datetime: instant.toISOString(),
    title: fullTime(instant.getTime()),
    dataset: { instant: String(seconds), style },
  });
  write(node);
  return node;
}

/** Rewrite every relative time and "Today at" on the page. */
export function refreshTimes() {
  for (const node of document.querySelectorAll("time.timestamp[data-style=R]")) write(node);
  for (const node of document.querySelectorAll("time.stamp")) node.textContent = stamp(Number(node.dataset.at));
}

setInterval(refreshTimes, 1000);
onChange((what) => {
  if (what === "clock") refreshTimes();
});
