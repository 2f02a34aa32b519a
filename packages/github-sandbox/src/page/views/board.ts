// The page of a project board. requests/page-at shows it for a URL path.

import {
  type Account,
  fullName,
  type Project,
  type ProjectItem,
  type Repository,
  type Thread,
} from '../../github/state.js';
import { type Html, html, type Piece } from '../html/html.js';
import { renderMarkdown } from '../markdown/index.js';
import { avatar, csrfField, empty, pill } from '../parts/elements.js';
import { icons, stateIcon } from '../parts/icons.js';
import { pathOfBoard, type Scene, type View } from '../scene.js';

type Given = {
  readonly project: Project;
  /** The repository whose tabs are shown above the board. */
  readonly repository: Repository | undefined;
  readonly mayMove: boolean;
};

/** A project board: a column for each status and a card for each item. */
export function boardPage(scene: Scene, { project, repository, mayMove }: Given): View {
  const cards = project.items.filter(({ archived, content }) => !archived && isSeen(scene, content));
  const archivedCount = project.items.filter(({ archived }) => archived).length;
  const main = html`
<div class="heading"><div><h1>${project.title}</h1>
  <p class="quiet">Project ${project.number} of ${project.owner.login}.</p></div></div>
<div id="board" class="board" data-live>${
    cards.length === 0
      ? empty('This project is empty', 'No items have been added to it yet.')
      : columnsOf(project).map((name) => column(scene, { name, project, cards, mayMove }))
  }</div>
${archivedCount > 0 && html`<p class="quiet">${archivedCount} archived item${archivedCount === 1 ? '' : 's'}.</p>`}`;
  return { title: project.title, main, tab: 'board', ...(repository === undefined ? {} : { repository }) };
}

const statuses = (project: Project): string[] =>
  project.fields.find(({ name }) => name === 'Status')?.options.map(({ name }) => name) ?? [];

/** The names of the columns. The first is null, for cards without status, if there are such cards. */
function columnsOf(project: Project): (string | null)[] {
  const hasCardWithoutStatus = project.items.some(({ archived, values }) => !archived && !values.has('Status'));
  return [...(hasCardWithoutStatus ? [null] : []), ...statuses(project)];
}

const isSeen = ({ sees }: Scene, content: ProjectItem['content']): boolean =>
  content.kind === 'DraftIssue' || sees(content.repository);

type Column = { name: string | null; project: Project; cards: readonly ProjectItem[]; mayMove: boolean };

function column(scene: Scene, { name, project, cards, mayMove }: Column): Html {
  const own = cards.filter(({ values }) => (values.get('Status')?.value ?? null) === name);
  return html`<section class="column"><h2>${name ?? 'No Status'} <span class="quiet">${own.length}</span></h2>
  <ul>${own.map((item) => html`<li class="note-card" id="card-${item.id}">${cardContent(item)}${mayMove && moveForm(scene, { item, project })}</li>`)}</ul></section>`;
}

function cardContent({ content }: ProjectItem): Piece {
  if (content.kind === 'DraftIssue') {
    return html`<p class="about">${icons.note}<span class="quiet">draft by ${content.creator.login}</span></p><h3>${content.title}</h3>${content.body !== '' && html`<div class="prose">${renderMarkdown(content.body, { find: () => null })}</div>`}`;
  }
  const { number, title, labels, assignees, repository } = content;
  return html`<p class="about">${stateIcon(content)}<span class="quiet">#${number}${cardSummary(content)}</span>${assigneeAvatars(assignees)}</p>
  <h3><a href="/${fullName(repository)}/${content.kind === 'Issue' ? 'issues' : 'pull'}/${number}">${title}</a></h3>
  ${labels.length > 0 && html`<p class="pills">${labels.map(pill)}</p>`}`;
}

const assigneeAvatars = (accounts: readonly Account[]): Piece =>
  accounts.map((one) => html`<span class="face" title="assigned to ${one.login}">${avatar(one)}</span>`);

/** The author of a pull request; of an issue, what blocks it or the progress of its sub-issues. */
function cardSummary(thread: Thread): Piece {
  if (thread.kind === 'PullRequest') return ` · by ${thread.author.login}`;
  const waits = thread.blockedBy.filter(({ state }) => state === 'open');
  if (thread.state === 'open' && waits.length > 0) {
    return html` · <span class="waits">blocked by ${waits.map(({ number }) => `#${number}`).join(', ')}</span>`;
  }
  const { subIssues } = thread;
  const done = subIssues.filter(({ state }) => state === 'closed').length;
  return subIssues.length > 0 && ` · ${done} of ${subIssues.length} sub-issues`;
}

function moveForm(scene: Scene, { item, project }: { item: ProjectItem; project: Project }): Html {
  const at = item.values.get('Status')?.value;
  return html`<details class="move"><summary title="Move this card"><span aria-hidden="true">⋯</span><span class="unseen">Move this card</span></summary>
  <form method="post" action="${pathOfBoard(project)}/cards" data-send-in-place>${csrfField(scene)}<input type="hidden" name="card" value="${item.id}">
    <p>Move to</p>${statuses(project)
      .filter((name) => name !== at)
      .map((name) => html`<button name="column" value="${name}">${name}</button>`)}
  </form></details>`;
}
