// How the agents of a run are called where people read of them. In the journal a Scout has the number of its question as well, so
// that no two share a name; nobody should have to read it.

const SCOUT = /^scout-([a-z])\./;

/** "Scout A", and "Scout A 2" for the second question put to it, in the order in which `all` of them began. Pure. */
export function nameOf(who: string, all: readonly string[] = [who]): string {
  const kind = SCOUT.exec(who)?.[1];
  if (kind === undefined) return who;
  const questions = all.filter((each) => SCOUT.exec(each)?.[1] === kind);
  const count = questions.indexOf(who) + 1;
  return ['Scout', kind.toUpperCase(), ...(count > 1 ? [`${count}`] : [])].join(' ');
}
