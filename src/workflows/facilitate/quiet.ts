// Where somebody said that crew shall not comment. The comment itself is the switch; nothing else keeps it.
import { parseComment } from '../../commands/parse.js';
import type { Field, IssueFacts, Ref } from '../../field.js';
import type { Observation } from '../../observation.js';
import { repoOf } from './links.js';
import { mayPush } from './may-push.js';

/** The issues that are quiet: by the last such word of somebody who may push, else as the last look left them. */
export function quietOf(field: Field, previous: Observation | undefined): ReadonlySet<Ref> {
  const before = new Set(previous?.quiet ?? []);
  return new Set(field.issues.filter((issue) => lastWord(issue, field) ?? before.has(issue.ref)).map(({ ref }) => ref));
}

function lastWord({ comments, ref }: IssueFacts, field: Field): boolean | undefined {
  const words = comments
    .filter(({ by, body }) => mayPush(field, by.login, repoOf(ref)) && body.includes('/crew'))
    .flatMap(({ body }) => parseComment(body))
    .flatMap((asked) => ('command' in asked ? asked.command.name : []))
    .filter((name) => name === 'quiet' || name === 'wake');
  const last = words.at(-1);
  return last === undefined ? undefined : last === 'quiet';
}
