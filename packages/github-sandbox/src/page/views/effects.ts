// The page that lists every change in this sandbox. requests/page-at shows it for a URL path.

import type { Effect } from '../../github/requests.js';
import type { Repository } from '../../github/state.js';
import { type Html, html } from '../html/html.js';
import { empty, when } from '../parts/elements.js';
import type { Scene, View } from '../scene.js';

const MAX_EFFECTS = 200;

/** The changes in this sandbox, newest first, at most `MAX_EFFECTS`. `onlyRepository`, the viewer's only one, is named at the page's head. */
export function effectLog(
  scene: Scene,
  { effects, onlyRepository }: { effects: readonly Effect[]; onlyRepository: Repository | undefined },
): View {
  const newest = [...effects].reverse().slice(0, MAX_EFFECTS);
  const left = effects.length - newest.length;
  const main = html`
<div class="heading"><div><h1>Effects</h1><p class="quiet">Every change on the embedded GitHub since the sandbox started, newest first${left > 0 && `; the oldest ${left} are not shown`}.</p></div></div>
<div class="list" id="effects" data-live>${
    effects.length === 0
      ? empty('No changes yet', 'Comment on an issue, and the change appears here.')
      : html`<ol class="effects">${newest.map((effect) => row(scene, effect))}</ol>`
  }</div>`;
  return {
    title: 'Effects',
    main,
    tab: 'effects',
    ...(onlyRepository === undefined ? {} : { repository: onlyRepository }),
  };
}

function row(scene: Scene, { n, at, actor, kind, repo, subject, detail }: Effect): Html {
  const details = Object.entries(detail).filter(([, value]) => value !== null && value !== '');
  const issue = /^#(\d+)$/.exec(subject)?.[1];
  const where =
    issue === undefined ? html`<code>${subject}</code>` : html`<a href="/${repo}/issues/${issue}">${subject}</a>`;
  return html`<li><span class="n">${n}</span><span class="kind">${kind}</span><span>${where} <span class="quiet">in ${repo} by</span> ${actor}</span>
  <span class="quiet when">${when(at, scene.now)}</span>
  ${details.length > 0 && html`<dl>${details.map(([name, value]) => html`<div><dt>${name}</dt><dd>${shortText(value)}</dd></div>`)}</dl>`}</li>`;
}

const MAX_VALUE_LENGTH = 280;

function shortText(value: unknown): string {
  const full = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const text = /^[0-9a-f]{40}$/.test(full) ? full.slice(0, 7) : full;
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}
