// The names of the built-in actions with the commits whose behavior they follow, and the parser of `uses`. Used by parse/read-job,
// run/plan-workflow and run/load-action, and by the package's src/index.ts.

/** The built-in actions, each with the commit whose behavior they follow. */
export const PINNED_ACTIONS = {
  'actions/checkout': { version: 'v6.0.2', commit: 'de0fac2e4500dabe0009e67214ff5f5447ce83dd' },
  'actions/setup-node': { version: 'v6.4.0', commit: '48b55a011bda9f5d6aeb4c2d9c7362e8dae4041e' },
  'actions/setup-python': { version: 'v6.3.0', commit: 'ece7cb06caefa5fff74198d8649806c4678c61a1' },
  'actions/setup-go': { version: 'v6.5.0', commit: '924ae3a1cded613372ab5595356fb5720e22ba16' },
  'actions/upload-artifact': { version: 'v7.0.1', commit: '043fb46d1a93c77aae656e7c1c64a875d1fc6a0a' },
  'actions/download-artifact': { version: 'v8.0.1', commit: '3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c' },
  'actions/create-github-app-token': { version: 'v3.2.0', commit: 'bcd2ba49218906704ab6c1aa796996da409d3eb1' },
} as const;

export type BuiltInName = keyof typeof PINNED_ACTIONS;

/** Whether the runner has an own implementation of an action. */
export function isBuiltIn(name: string): name is BuiltInName {
  return Object.hasOwn(PINNED_ACTIONS, name);
}

interface ActionRef {
  /** `owner/repo` */
  repository: string;
  /** The folder in it, or empty. */
  path: string;
  ref: string;
}

/** Parses `owner/repo/path@ref`; undefined for other forms. */
export function actionRefOf(uses: string): ActionRef | undefined {
  const match = /^([\w.-]+\/[\w.-]+)((?:\/[^@]+)?)@(.+)$/.exec(uses);
  if (match === null) return undefined;
  const [, repository = '', path = '', ref = ''] = match;
  return { repository, path: path.slice(1), ref };
}

/** Why a `uses` is not supported, as far as its text shows. */
export function refuseUses(uses: string): string | undefined {
  if (uses.startsWith('./')) return undefined;
  if (uses.startsWith('docker://')) return 'docker actions are not run by the embedded runner';
  const action = actionRefOf(uses);
  if (action === undefined) return `'${uses}' is neither ./folder nor owner/repository@ref`;
  if (!isBuiltIn(action.repository)) return undefined;
  const { commit, version } = PINNED_ACTIONS[action.repository];
  // Release tags run with the known version's behavior.
  const isKnown = action.ref === commit || /^v\d+(?:\.\d+){0,2}$/.test(action.ref);
  if (isKnown && action.path === '') return undefined;
  return `${action.repository} is known to the embedded runner at ${commit} (${version}) and by release tags, not at ${action.ref}`;
}
