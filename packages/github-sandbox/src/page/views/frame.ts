// The HTML document around every view: head, tabs, account switch and footer. Used by requests/respond, which writes the response.

import type { Permissions } from '../../github/index.js';
import { type Account, fullName, type Repository, roleOf } from '../../github/state.js';
import { foreignHtml, type Html, html, type Piece } from '../html/html.js';
import { avatar, csrfField, wordOf } from '../parts/elements.js';
import { boat } from '../parts/icons.js';
import { type AppInfo, type ModelInfo, pathOfBoard, type Scene, type View } from '../scene.js';

/** The complete HTML document of a view. `nonce` permits its script and style sheet in the content security policy. */
export function frame(scene: Scene, { view, nonce, path }: { view: View; nonce: string; path: string }): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${view.title} · sandbox</title>
<link rel="icon" href="/_/icon.svg" type="image/svg+xml">
${resources(view, nonce)}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top"><div class="wide">
  <a class="brand" href="/">${boat}<span>sandbox</span></a>
  ${scene.model && html`<span class="badge model" title="${scene.model.name}">${scene.model.scripted ? 'scripted model' : 'real model'}</span>`}
  ${tabs(scene, view)}
  ${viewerSwitch(scene, { path, repository: view.repository })}
</div></header>
<main id="main" class="wide"${view.appPage !== undefined && html` lang="${view.appPage.lang}"`}>${view.main}</main>
${footer(scene)}
<p class="unseen" id="said" role="status"></p>
${view.appPage !== undefined && html`<script nonce="${nonce}">${foreignHtml(view.appPage.script)}</script>`}
</body>
</html>`;
}

/** The style sheet and the script of the page. A page of the App has the frame's style and its own. */
function resources({ appPage }: View, nonce: string): Html {
  if (appPage !== undefined)
    return html`<link rel="stylesheet" href="/_/frame.css" nonce="${nonce}">
<style nonce="${nonce}">${foreignHtml(appPage.style)}</style>`;
  return html`<link rel="stylesheet" href="/_/style.css" nonce="${nonce}">
<script src="/_/live.js" nonce="${nonce}" defer></script>`;
}

function tabs(scene: Scene, { repository, tab, appPage }: View): Piece {
  if (repository === undefined)
    return html`<nav aria-label="Sandbox"><a href="/_/effects"${current(tab === 'effects')}>Effects</a></nav>`;
  const home = `/${fullName(repository)}`;
  const entries = [
    { name: 'Issues', href: `${home}/issues`, on: tab === 'issues' },
    { name: 'Pull requests', href: `${home}/pulls`, on: tab === 'pulls' },
    ...scene.boardsOf(repository).map((board) => ({ name: 'Project', href: pathOfBoard(board), on: tab === 'board' })),
    { name: 'Actions', href: `${home}/actions`, on: tab === 'actions' },
    ...(scene.app?.pages ?? []).map(({ name, href }) => ({ name, href, on: href === appPage?.href })),
    { name: 'Effects', href: '/_/effects', on: tab === 'effects' },
  ];
  return html`<a class="home" href="${home}"><span>${repository.owner.login} /</span> ${repository.name}</a>
  <nav aria-label="Repository">${entries.map(({ name, href, on }) => html`<a href="${href}"${current(on)}>${name}</a>`)}</nav>`;
}

const current = (on: boolean): Piece => on && html` aria-current="page"`;

/** Shows the current viewer and switches to another account, since an App may treat them differently. */
export function viewerSwitch(
  scene: Scene,
  { path, repository }: { path: string; repository: Repository | undefined },
): Html {
  const { viewer, people } = scene;
  const word = (person: Account) => (repository === undefined ? '' : wordOf(roleOf(repository, person)));
  return html`<details class="viewer"><summary><span class="unseen">You are </span>${avatar(viewer)}<strong>${viewer.login}</strong>${repository !== undefined && html`<span class="role">${word(viewer)}</span>`}</summary>
  <form method="post" action="/_/viewer">
    <p>Switch account</p>${csrfField(scene)}<input type="hidden" name="back" value="${path}">
    ${people.map(
      (person) =>
        html`<button name="login" value="${person.login}"${person === viewer && html` aria-current="true"`}>${avatar(person)}<span><strong>${person.login}</strong> <small>${word(person)}</small></span></button>`,
    )}
  </form></details>`;
}

/** The footer: URL, model, and the App's permissions. */
export function footer(scene: Scene): Html {
  const { url, model, app } = scene;
  return html`<footer class="colophon"><div class="wide"><dl>
  <div><dt>Server</dt><dd>An embedded GitHub at <code>${url}</code>. Nothing here leaves this machine${model?.scripted === false && ' except what is sent to the model'}.</dd></div>
  ${model && html`<div><dt>Model</dt><dd>${modelDescription(model)}</dd></div>`}
  ${app && html`<div><dt>Permissions of ${app.name}</dt><dd>${permissionsOf(scene, app)}</dd></div>`}
  <div><dt>Log</dt><dd>Every change, in order: <a href="/_/effects">the effects log</a>.</dd></div>
</dl></div></footer>`;
}

function permissionsOf({ state }: Scene, { slug }: AppInfo): string {
  const installation = [...state.installations.values()].find(({ app }) => app.slug === slug);
  return installation === undefined ? 'None: the App is not installed.' : permissionText(installation.permissions);
}

function modelDescription({ name, scripted }: ModelInfo): Piece {
  if (scripted)
    return html`<span class="badge is-app">scripted model</span> ${name}: prepared answers, no key. Costs that are shown are simulated.`;
  return html`<span class="badge is-writer">real model</span> ${name}: real answers at the real price.`;
}

const permissionWords: { readonly [Name in keyof Permissions]-?: string } = {
  metadata: 'metadata',
  contents: 'code',
  issues: 'issues',
  pull_requests: 'pull requests',
  actions: 'workflow runs',
  checks: 'checks',
  statuses: 'statuses',
  workflows: 'workflow files',
  administration: 'settings',
  members: 'members',
  organization_projects: 'projects',
};

function permissionText(permissions: Permissions): string {
  const entries = Object.entries(permissionWords).filter(([name]) => name !== 'metadata');
  const granted = (levels: readonly string[]) =>
    entries.flatMap(([name, word]) => (levels.includes(Reflect.get(permissions, name)) ? [word] : []));
  const sentences = [
    ['Write', granted(['write', 'admin'])],
    ['read', granted(['read'])],
  ] as const;
  const said = sentences.filter(([, words]) => words.length > 0).map(([verb, words]) => `${verb} ${listed(words)}`);
  return said.length === 0 ? 'Read public data.' : `${said.join('; ')}.`;
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
