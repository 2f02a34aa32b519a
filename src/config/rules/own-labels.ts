/** What stands behind the prefix: the facilitator's closed list, and the two by which people start a run. */
export const ownLabels = ['ready', 'review', 'stale', 'close-due', 'merge-due', 'fix', 'build'] as const;
