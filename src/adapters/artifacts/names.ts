// What stands in a folder of artifacts.

export const MANIFEST = 'manifest.json';
/** Beside a run that ended stuck: it is evidence for whoever tries again, and never removed by age. */
export const KEEP = 'keep';
/** A run's folder: when it began, and something that nobody can guess. Sorted by name is sorted by time. */
export const RUN = /^\d{8}T\d{6}Z-[0-9a-f]{8}$/;
