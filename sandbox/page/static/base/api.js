// Talking to the sandbox: requests as the member of this tab, and the stream of what happens.

export const ME = document.documentElement.dataset.member;

/** A request the sandbox answered with a refusal; the message is fit to be shown. */
export class Refused extends Error {}

async function answer(response) {
  const text = await response.text();
  let body = null;
  try {
    body = text ? JSON.parse(text) : null;
  } catch {
    body = null;
  }
  if (!response.ok) throw new Refused(body?.error ?? `The sandbox answered ${response.status}.`);
  return body;
}

async function request(path, init) {
  try {
    return await answer(await fetch(path, init));
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Refused("The sandbox cannot be reached. Is it still running?");
  }
}

/** Ask for something as this tab's member. */
export function ask(what, query = {}) {
  return request(`/page/${what}?${new URLSearchParams({ as: ME, ...query })}`);
}

/** Do something as this tab's member; `files` (pairs of a field's name and a File) go along as parts of a form. */
export function act(what, payload, files = []) {
  const body = new FormData();
  body.append("payload", JSON.stringify(payload));
  for (const [name, file] of files) body.append(`file:${name}`, file, file.name);
  return request(`/page/${what}?${new URLSearchParams({ as: ME })}`, { method: "POST", body });
}

/**
 * Follow what this member may hear. `onEvent(event)` gets each event; the first of every connection is the whole
 * view, so nothing is lost by a broken line. `onLine(up)` tells whether the line stands.
 */
export function follow(onEvent, onLine) {
  let source = null;
  let wait = 500;
  let timer = null;

  function open() {
    source = new EventSource(`/page/events?${new URLSearchParams({ as: ME })}`);
    source.onopen = () => {
      wait = 500;
      onLine(true);
    };
    source.onmessage = (message) => onEvent(JSON.parse(message.data));
    source.onerror = () => {
      onLine(false);
      source.close();
      timer = setTimeout(open, wait);
      wait = Math.min(wait * 2, 8000);
    };
  }

  open();
  window.addEventListener("pagehide", () => {
    clearTimeout(timer);
    source.close();
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) open();
  });
}
