import { isPinned, PINNED_ACTIONS } from './pinned.js';

interface ActionRef {
  /** `owner/repo` */
  repository: string;
  /** The folder inside it, or empty. */
  path: string;
  ref: string;
}

/** Splits `owner/repo/path@ref`; undefined for what is written otherwise. */
export function actionRefOf(uses: string): ActionRef | undefined {
  const match = /^([\w.-]+\/[\w.-]+)((?:\/[^@]+)?)@(.+)$/.exec(uses);
  if (match === null) return undefined;
  const [, repository = '', path = '', ref = ''] = match;
  return { repository, path: path.slice(1), ref };
}

/** Why a `uses` cannot run here, as far as its text alone tells. */
export function refuseUses(uses: string): string | undefined {
  if (uses.startsWith('./')) return undefined;
  if (uses.startsWith('docker://')) return 'docker actions are not run by the embedded runner';
  const action = actionRefOf(uses);
  if (action === undefined) return `'${uses}' is neither ./folder nor owner/repository@ref`;
  if (!isPinned(action.repository)) return undefined;
  const { commit, version } = PINNED_ACTIONS[action.repository];
  if (action.ref === commit && action.path === '') return undefined;
  return `${action.repository} is known to the embedded runner only at ${commit} (${version}), not at ${action.ref}`;
}
