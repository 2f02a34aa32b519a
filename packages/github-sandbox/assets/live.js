// Keeps an open page true, and sends its forms without leaving it. Without this script everything works by reloading.

const said = document.getElementById('said');
let etag = '*';

/** Puts what changed of a newly drawn page into this one; what did not change keeps its focus and what was unfolded. */
function patch(page, { quietly }) {
  for (const fresh of page.querySelectorAll('[data-live]')) {
    const stale = document.getElementById(fresh.id);
    if (stale === null || stale.outerHTML === fresh.outerHTML) continue;
    if (fresh.dataset.live === 'list') patchList(stale, fresh, { quietly });
    else if (!isBusy(stale)) stale.replaceWith(document.adoptNode(fresh.cloneNode(true)));
  }
}

function patchList(stale, fresh, { quietly }) {
  const wanted = [...fresh.children];
  for (const child of [...stale.children]) if (!wanted.some(({ id }) => id === child.id)) child.remove();
  for (const [i, child] of wanted.entries()) {
    const known = document.getElementById(child.id);
    if (known !== null && (drawing(known) === drawing(child) || isBusy(known))) continue;
    const copy = document.adoptNode(child.cloneNode(true));
    if (known !== null) known.replaceWith(copy);
    else {
      copy.classList.add('is-new');
      stale.insertBefore(copy, stale.children[i] ?? null);
      if (!quietly) said.textContent = 'A new comment has arrived.';
    }
  }
}

/** What is drawn, whenever it was: times go on by themselves, and a card stops being new. */
function drawing(element) {
  const copy = element.cloneNode(true);
  copy.classList.remove('is-new');
  for (const open of copy.querySelectorAll('details[open]')) open.open = false;
  return copy.outerHTML;
}

/** Somebody is in the middle of something here: a form has the focus or a text that is not sent. */
function isBusy(element) {
  if (element.querySelector('details[open] :focus, form details[open]') !== null) return true;
  return [...element.querySelectorAll('textarea')].some(({ value }) => value.trim() !== '');
}

const parse = (text) => new DOMParser().parseFromString(text, 'text/html');
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function follow() {
  for (;;) {
    if (document.hidden) {
      await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }));
    }
    const seen = etag;
    try {
      const reply = await fetch(location.pathname + location.search, {
        headers: { accept: 'text/html', 'if-none-match': seen, prefer: 'wait=15' },
        cache: 'no-store',
      });
      if (reply.status === 200) {
        etag = reply.headers.get('etag') ?? '*';
        patch(parse(await reply.text()), { quietly: seen === '*' });
      } else if (reply.status === 404) return;
      else if (reply.status !== 304) await pause(5000);
    } catch {
      await pause(2000);
    }
  }
}

async function send(form, button) {
  const fields = new URLSearchParams(new FormData(form, button));
  const reply = await fetch(form.action, { method: 'POST', body: fields, headers: { accept: 'text/html' } });
  const page = parse(await reply.text());
  for (const open of form.querySelectorAll('details[open]')) open.open = false;
  if (document.activeElement?.closest('[data-live="list"]')) document.activeElement.blur();
  if (reply.ok || reply.status === 422) patch(page, { quietly: true });
  return reply.status;
}

document.addEventListener('submit', async (event) => {
  const form = event.target;
  if (!form.matches('[data-send-in-place]')) return;
  event.preventDefault();
  const box = form.querySelector('textarea');
  const status = await send(form, event.submitter).catch(() => 0);
  if (status === 200 && box !== null) {
    box.value = '';
    document.querySelector('#thread > .is-new:last-child')?.scrollIntoView({ block: 'nearest' });
  }
  if (status !== 200 && status !== 422) {
    // What went wrong is told by a page of its own, so the form goes there like any other.
    delete form.dataset.sendInPlace;
    form.requestSubmit(event.submitter);
  }
});

document.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !event.target.matches('textarea')) return;
  event.preventDefault();
  event.target.form.requestSubmit(event.target.form.querySelector('.button.is-main'));
});

function closeMenus(except) {
  for (const menu of document.querySelectorAll('details.viewer[open], details.react[open], details.move[open]')) {
    if (!menu.contains(except)) menu.open = false;
  }
}

document.addEventListener('click', (event) => closeMenus(event.target));
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') closeMenus(null);
});

for (const command of document.querySelectorAll('[data-write]')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = command.className;
  button.textContent = command.textContent;
  button.addEventListener('click', () => {
    const box = document.getElementById('comment');
    box.value = `${box.value.trimEnd()}${box.value.trim() === '' ? '' : '\n\n'}${command.dataset.write} `;
    box.focus();
  });
  command.replaceWith(button);
}

follow();
