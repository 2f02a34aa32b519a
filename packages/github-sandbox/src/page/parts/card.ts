// The card of an issue's description or a comment, with its reactions. Used by the timeline.

import { type Comment, type ReactionContent, reactionContents, type Thread } from '../../github/state.js';
import { type Html, html } from '../html/html.js';
import { renderMarkdown } from '../markdown/index.js';
import type { Scene } from '../scene.js';
import { avatar, badge, csrfField, when } from './elements.js';
import { icons } from './icons.js';

/** The card of a comment, or of the description of an issue or pull request. */
export function card(scene: Scene, text: Thread | Comment): Html {
  const { author } = text;
  const { repository } = text.kind === 'IssueComment' ? text.issue : text;
  const id = text.kind === 'IssueComment' ? `issuecomment-${text.id}` : `issue-${text.id}`;
  const edited = text.kind === 'IssueComment' && text.updatedAt !== text.createdAt;
  return html`<article class="card${author.kind === 'Bot' && ' of-app'}" id="${id}">
    ${avatar(author)}
    <header><strong>${author.login}</strong> ${badge(repository, author)}
      <a class="when" href="#${id}">${when(text.createdAt, scene.now)}</a>${edited && html` <span class="when">· edited</span>`}</header>
    <div class="prose">${body(scene, text)}</div>
    ${reactions(scene, text)}
  </article>`;
}

function body(scene: Scene, text: Thread | Comment): Html {
  const written = text.body ?? '';
  if (written.trim() === '') return html`<p class="quiet">No description provided.</p>`;
  const { repository } = text.kind === 'IssueComment' ? text.issue : text;
  return renderMarkdown(written, scene.references(repository));
}

const emojis: { readonly [Content in ReactionContent]: readonly [face: string, word: string] } = {
  '+1': ['👍', 'thumbs up'],
  '-1': ['👎', 'thumbs down'],
  laugh: ['😄', 'laughing'],
  hooray: ['🎉', 'hooray'],
  confused: ['😕', 'confused'],
  heart: ['❤️', 'heart'],
  rocket: ['🚀', 'rocket'],
  eyes: ['👀', 'looking'],
};

/** The reactions with their authors, and a form to add one. */
export function reactions(scene: Scene, subject: Thread | Comment): Html {
  const thread = subject.kind === 'IssueComment' ? subject.issue : subject;
  const given = reactionContents.filter((content) => subject.reactions.some((one) => one.content === content));
  return html`<form class="reactions" method="post" action="${scene.pathOf(thread)}/reactions" data-send-in-place>
    ${csrfField(scene)}<input type="hidden" name="subject" value="${subject.id}">
    ${given.map((content) => reactionButton(scene, { subject, content }))}
    <details class="react"><summary title="React">${icons.smile}<span class="unseen">React</span></summary>
      <div class="faces">${reactionContents.map(
        (content) =>
          html`<button name="content" value="${content}" title="${emojis[content][1]}" aria-label="${emojis[content][1]}">${emojis[content][0]}</button>`,
      )}</div>
    </details>
  </form>`;
}

function reactionButton(
  scene: Scene,
  { subject, content }: { subject: Thread | Comment; content: ReactionContent },
): Html {
  const by = subject.reactions.filter((one) => one.content === content).map(({ account }) => account.login);
  const [face, word] = emojis[content];
  const title = `${word}: ${by.join(', ')}`;
  const pressed = by.includes(scene.viewer.login) ? 'true' : 'false';
  return html`<button class="tally" name="content" value="${content}" title="${title}" aria-label="${title}" aria-pressed="${pressed}">${face} ${by.length}</button>`;
}
