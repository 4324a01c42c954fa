// The game's clock: what time it is at the table, and the controls that skip it forward.

import { act, Refused } from "../base/api.js";
import { announce } from "../base/dom.js";
import { now, onChange } from "../base/store.js";
import { clockTime, longDay } from "../base/time.js";

const day = document.getElementById("clock-day");
const time = document.getElementById("clock-time");
const form = document.getElementById("skip-form");
const amount = document.getElementById("skip-amount");
const unit = document.getElementById("skip-unit");
const problem = document.getElementById("clock-problem");
const panel = document.getElementById("clock");

function draw() {
  const instant = now();
  day.textContent = longDay(instant);
  time.textContent = clockTime(instant);
  time.dateTime = new Date(instant).toISOString();
}

/** Ask the sandbox to move the clock on. Everybody at the table sees it move. */
async function skip(seconds) {
  problem.textContent = "";
  panel.setAttribute("aria-busy", "true");
  try {
    await act("skip", { seconds });
    announce(`The clock moved on. It is ${longDay(now())}, ${clockTime(now())}.`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    problem.textContent = error.message;
  } finally {
    panel.removeAttribute("aria-busy");
  }
}

/** Bring the clock panel to life. */
export function startClock() {
  for (const button of panel.querySelectorAll("[data-skip]")) {
    button.addEventListener("click", () => skip(Number(button.dataset.skip)));
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const count = Number(amount.value);
    if (!Number.isInteger(count) || count < 1) {
      problem.textContent = "Type a whole number from 1.";
      amount.focus();
      return;
    }
    skip(count * Number(unit.value));
  });
  setInterval(draw, 1000);
  onChange((what) => {
    if (what === "clock" || what === "view") draw();
  });
}
