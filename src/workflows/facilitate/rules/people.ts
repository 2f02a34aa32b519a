// Decides who has write access, and which comments and timeline events are crew's: written as its App, as github-actions[bot], or
// with a person's token. Used by most rules of the scan, and by `fix` (subject.ts and rules/).

import { readMarker } from '../../../changes/marker.js';
import type { Config } from '../../../config/index.js';
import type { BoardSnapshot, IssueFacts, Person } from '../../../ports/board-snapshot.js';
import type { LabelMeaning } from './statements.js';

export interface Identity {
  /** The login of the current token. */
  readonly me: string;
  /** All logins that crew has written as on this board, including `me`. */
  readonly logins: readonly string[];
  /** The labels that crew sets. */
  readonly labels: readonly string[];
}

/** The labels whose names begin with the setting `labels.prefix`. */
const PREFIXED_LABELS = ['ready', 'review', 'stale', 'close-due', 'merge-due'] as const;

/** Every label that crew may set, by its meaning. */
export function labelNames({ labels }: Pick<Config, 'labels'>): Readonly<Record<LabelMeaning, string>> {
  const [ready, review, stale, closeDue, mergeDue] = PREFIXED_LABELS.map((each) => `${labels.prefix}${each}`);
  return {
    ready: ready ?? '',
    review: review ?? '',
    stale: stale ?? '',
    'close-due': closeDue ?? '',
    'merge-due': mergeDue ?? '',
    blocked: labels.blocked,
    attention: labels.attention,
  };
}

/** The identity of this scan, with the accounts that earlier scans recorded. */
export function identityOf(
  me: string,
  { config, earlier = [] }: { config: Config; earlier?: readonly string[] | undefined },
): Identity {
  const labels = Object.values(labelNames(config)).map((name) => name.toLowerCase());
  return { me, logins: [...new Set([...earlier, me])].sort(), labels };
}

export const isCrew = ({ login }: Pick<Person, 'login'>, { logins }: Identity): boolean => logins.includes(login);

/**
 * Whether a login is a bot's. A bot account in `Identity.logins` writes only for crew. A person in it also writes without crew, so
 * `isOwnComment` and `isOwnAct` check more.
 */
const isBot = (login: string): boolean => login.endsWith('[bot]');

/** Whether crew wrote a comment. With a person's token, only comments with crew's marker are crew's. */
export const isOwnComment = ({ by, body }: IssueFacts['comments'][number], identity: Identity): boolean =>
  isCrew(by, identity) && (isBot(by.login) || readMarker(body) !== null);

/** The line of a comment that begins a command. The lines after it are the command's text. */
export const COMMAND_LINE = /^ {0,3}\/crew(?=\s|$)/im;

/** Whether a comment is a command to crew from its first word on. */
const isCommand = (comment: string): boolean => comment.trim().search(COMMAND_LINE) === 0;

/** Whether a person wrote a comment to people: no bot wrote it, and crew did not write it with a person's token. */
export const isByPerson = ({ by, body }: IssueFacts['comments'][number]): boolean =>
  by.bot !== true && !isBot(by.login) && readMarker(body) === null && !isCommand(body);

/** Whether a comment speaks to people: it is neither crew's nor a command to crew. Others neither ask nor answer a question. */
export const isForPeople = (comment: IssueFacts['comments'][number], identity: Identity): boolean =>
  !isOwnComment(comment, identity) && !isCommand(comment.body);

/** Whether crew caused a timeline event. With a person's token, only events about crew's own labels are crew's. */
export const isOwnAct = ({ by, what }: IssueFacts['events'][number], identity: Identity): boolean =>
  isCrew(by, identity) && (isBot(by.login) || identity.labels.includes(what?.toLowerCase() ?? ''));

/** Whether a login has write access to a repository. False if it is not known. */
export function mayPush(board: BoardSnapshot, login: string | undefined, repo: string): boolean {
  if (login === undefined) return false;
  const access = repo === board.repo ? board.mayPush : board.mayPushElsewhere?.[repo];
  return access?.[login] === true;
}
