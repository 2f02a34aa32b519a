/** THE LIST of actions that are re-implemented here, each at the one commit whose behaviour was read. */
export const PINNED_ACTIONS = {
  'actions/checkout': { version: 'v6.0.2', commit: 'de0fac2e4500dabe0009e67214ff5f5447ce83dd' },
  'actions/setup-node': { version: 'v6.4.0', commit: '48b55a011bda9f5d6aeb4c2d9c7362e8dae4041e' },
  'actions/upload-artifact': { version: 'v7.0.1', commit: '043fb46d1a93c77aae656e7c1c64a875d1fc6a0a' },
  'actions/download-artifact': { version: 'v8.0.1', commit: '3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c' },
  'actions/create-github-app-token': { version: 'v3.2.0', commit: 'bcd2ba49218906704ab6c1aa796996da409d3eb1' },
} as const;

export type PinnedName = keyof typeof PINNED_ACTIONS;

/** Tells the re-implemented actions from those that need a folder. */
export function isPinned(name: string): name is PinnedName {
  return Object.hasOwn(PINNED_ACTIONS, name);
}
