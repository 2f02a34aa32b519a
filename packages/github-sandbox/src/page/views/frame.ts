import { fullName, type Repository } from '../../github/state.js';
import { type Html, html, type Piece } from '../html/html.js';
import { boat } from '../parts/icons.js';
import { pathOfBoard, type Scene } from '../scene.js';
import { colophon } from './colophon.js';
import { viewerSwitch } from './viewer-switch.js';

/** One page before it is put into its frame. */
export type View = {
  readonly title: string;
  readonly main: Html;
  readonly status?: number;
  readonly repository?: Repository;
  readonly tab?: 'issues' | 'pulls' | 'board' | 'actions' | 'effects';
};

/** The whole document around a view. `seen` is what the live script compares with. */
export function frame(scene: Scene, { view, nonce, path }: { view: View; nonce: string; path: string }): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${view.title} · sandbox</title>
<link rel="icon" href="/_/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/_/style.css" nonce="${nonce}">
<script src="/_/live.js" nonce="${nonce}" defer></script>
</head>
<body>
<a class="skip" href="#main">To the content</a>
<header class="top"><div class="wide">
  <a class="brand" href="/">${boat}<span>sandbox</span></a>
  ${scene.model && html`<span class="badge model" title="${scene.model.name}">${scene.model.scripted ? 'scripted model' : 'real model'}</span>`}
  ${tabs(scene, view)}
  ${viewerSwitch(scene, { path, repository: view.repository })}
</div></header>
<main id="main" class="wide">${view.main}</main>
${colophon(scene)}
<p class="unseen" id="said" role="status"></p>
</body>
</html>`;
}

function tabs(scene: Scene, { repository, tab }: View): Piece {
  if (repository === undefined)
    return html`<nav aria-label="Sandbox"><a href="/_/effects"${current(tab === 'effects')}>Effects</a></nav>`;
  const home = `/${fullName(repository)}`;
  const entries = [
    { name: 'Issues', href: `${home}/issues`, on: tab === 'issues' },
    { name: 'Pull requests', href: `${home}/pulls`, on: tab === 'pulls' },
    ...scene.boardsOf(repository).map((board) => ({ name: 'Board', href: pathOfBoard(board), on: tab === 'board' })),
    { name: 'Actions', href: `${home}/actions`, on: tab === 'actions' },
    ...(scene.app?.pages ?? []).map((page) => ({ ...page, on: false })),
    { name: 'Effects', href: '/_/effects', on: tab === 'effects' },
  ];
  return html`<a class="home" href="${home}"><span>${repository.owner.login} /</span> ${repository.name}</a>
  <nav aria-label="Repository">${entries.map(({ name, href, on }) => html`<a href="${href}"${current(on)}>${name}</a>`)}</nav>`;
}

const current = (on: boolean): Piece => on && html` aria-current="page"`;
