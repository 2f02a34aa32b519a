import { add, type Entry, type Journal, nothing } from '../../../src/core/journal.js';

/** A journal of entries, each some seconds after the one before it unless it says when. */
export function journalOf(entries: readonly (Entry & { readonly at?: number; readonly by?: string })[]): Journal {
  let at = Date.parse('2026-11-18T12:00:00Z');
  return entries.reduce((journal, entry) => {
    at = Math.max(at, entry.at ?? 0);
    const began = entry.kind === 'step' && entry.began === 0 ? { began: at } : {};
    if (entry.at === undefined) at += 5000;
    return add(journal, { ...entry, ...began, at, by: entry.by ?? 'one' }).journal;
  }, nothing);
}
