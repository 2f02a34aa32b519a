import type { Permissions } from '../../github/index.js';
import { type Html, html, type Piece } from '../html/html.js';
import type { AppHere, ModelHere, Scene } from '../scene.js';

/** The foot of every page: where this is, which model answers, what the App may do. */
export function colophon(scene: Scene): Html {
  const { url, model, app } = scene;
  return html`<footer class="colophon"><div class="wide"><dl>
  <div><dt>Where</dt><dd>An embedded GitHub at <code>${url}</code>. Nothing here leaves this machine${model?.scripted === false && ' but what the model is asked'}.</dd></div>
  ${model && html`<div><dt>Who answers</dt><dd>${answers(model)}</dd></div>`}
  ${app && html`<div><dt>What ${app.name} may do</dt><dd>${abilitiesOf(scene, app)}</dd></div>`}
  <div><dt>What it did</dt><dd>Every change, in order: <a href="/_/effects">the effects log</a>.</dd></div>
</dl></div></footer>`;
}

function abilitiesOf({ state }: Scene, { slug }: AppHere): string {
  const installation = [...state.installations.values()].find(({ app }) => app.slug === slug);
  return installation === undefined ? 'Nothing: its App is not installed.' : abilities(installation.permissions);
}

function answers({ name, scripted }: ModelHere): Piece {
  if (scripted)
    return html`<span class="badge is-app">scripted model</span> ${name}: prepared answers, no key, no cost.`;
  return html`<span class="badge is-writer">real model</span> ${name}: real answers, at its real price.`;
}

const named: { readonly [Name in keyof Permissions]-?: string } = {
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

function abilities(permissions: Permissions): string {
  const entries = Object.entries(named).filter(([name]) => name !== 'metadata');
  const granted = (levels: readonly string[]) =>
    entries.flatMap(([name, word]) => (levels.includes(Reflect.get(permissions, name)) ? [word] : []));
  const sentences = [
    ['Write', granted(['write', 'admin'])],
    ['read', granted(['read'])],
  ] as const;
  const said = sentences.filter(([, words]) => words.length > 0).map(([verb, words]) => `${verb} ${listed(words)}`);
  return said.length === 0 ? 'Look at what is public.' : `${said.join('; ')}.`;
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
