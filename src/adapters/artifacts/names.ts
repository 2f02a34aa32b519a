// Names inside a folder of artifacts.

export const MANIFEST = 'manifest.json';
/** Marks a run that must not be removed by age, because it ended without a result and may be continued. */
export const KEEP = 'keep';
/** Folder name of a run: start time and a random suffix. Sorting by name sorts by time. */
export const RUN = /^\d{8}T\d{6}Z-[0-9a-f]{8}$/;
