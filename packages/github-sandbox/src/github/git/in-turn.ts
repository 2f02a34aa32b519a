/** Does work on one thing after the other's work on it has ended; work on different things goes on side by side. */
export type InTurn = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** Two writers of one repository must not both see the refs as they were before, or one change is told twice. */
export function createTurns(): InTurn {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, mine);
    return mine;
  };
}
