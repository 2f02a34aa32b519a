// The commit of a change, as data. Pure.

import type { BranchChange } from '../../../ports/change.js';
import type { Target } from './target.js';

export interface HandIn {
  readonly run: string;
  readonly target: Target;
  /** The issue that it is for; on a pull request there is none. */
  readonly issue: number | undefined;
  readonly title: string;
  readonly change: { readonly diff: string; readonly tree: string };
  readonly login: string | undefined;
  readonly signOff: string | undefined;
  /** Page of the Actions run. */
  readonly url?: string | undefined;
  /** Who asked; a person becomes co-author. */
  readonly by?: { readonly login: string; readonly id: number } | undefined;
}

/** The commit. Its message says who made it, and for what. */
export function commitOf({ run, target, issue, title, change, signOff, url, by }: HandIn): BranchChange {
  const trailers = [
    ...(issue === undefined ? [] : [`Refs #${issue}`]),
    `Crew-Run: ${run}`,
    ...originOf({ url, by }),
    ...(signOff === undefined ? [] : [`Signed-off-by: ${signOff}`]),
  ];
  return {
    kind: 'branch',
    branch: target.branch,
    at: target.at,
    parent: target.commit,
    message: `${title}\n\n${trailers.join('\n')}\n`,
    diff: change.diff,
    tree: change.tree,
  };
}

/** Where it was made, and who asked for it, as trailers of a commit. */
export const originOf = ({ url, by }: Pick<HandIn, 'url' | 'by'>): readonly string[] => [
  ...(url === undefined ? [] : [`Crew-Run-Url: ${url}`]),
  ...(by === undefined || isBot(by.login) ? [] : [`Co-authored-by: ${identityLine(by)}`]),
];

/** Who signs off: the identity that commits. */
export const signOffOf = (me: { login: string; id: number }): string => identityLine(me);

/** With GitHub's own address for people who show none. */
const identityLine = ({ login, id }: { login: string; id: number }): string =>
  `${login} <${id}+${login}@users.noreply.github.com>`;

const isBot = (login: string): boolean => login.endsWith('[bot]');

/** The page that opens a pull request by hand, beside the page of a run. */
export function compareOf(details: string, { base, branch }: Pick<Target, 'base' | 'branch'>): string {
  const name = (of: string) => of.split('/').map(encodeURIComponent).join('/');
  return `${details.replace(/\/actions\/runs\/.*$/, '')}/compare/${name(base)}...${name(branch)}?expand=1`;
}
