import { note } from '../acts/note.js';
import { crossReference, mentionsIn } from '../acts/references.js';
import { historyOf } from '../git/history.js';
import { readRef } from '../git/refs.js';
import type { Repository, Thread } from '../state.js';
import type { World } from '../world.js';
import { writerOf } from '../writer-of.js';
import { backThen } from './accounts.js';

/** Notes who mentions whom: what is seeded was written by people, and GitHub saw it. */
export async function noteMentions(world: World, repository: Repository): Promise<void> {
  for (const thread of repository.numbered.values()) noteTexts(world, thread);
  const tip = await readRef(repository.gitDir, `refs/heads/${repository.defaultBranch}`);
  // A fork's history is its parent's, where it was heard already.
  if (tip === null || repository.parent !== null) return;
  for (const { sha, message, author, committer } of await historyOf(repository.commits, { head: tip.sha })) {
    const account = writerOf(world.state.accounts.values(), author) ?? null;
    for (const { target } of mentionsIn(world, { repository, text: message })) {
      const event = { kind: 'ReferencedEvent', sha, commitRepository: repository, isDirect: true } as const;
      note({ world, by: { account } }, target, { ...event, at: committer.date });
    }
  }
}

function noteTexts(world: World, source: Thread): void {
  const said = [
    { by: source.author, at: source.createdAt, text: source.body },
    ...source.comments.map(({ author, createdAt, body }) => ({ by: author, at: createdAt, text: body })),
  ];
  for (const { by, at, text } of said) crossReference(backThen(world, { by, at }), { source, text });
}
