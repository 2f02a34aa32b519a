/** The number of cases that a property test tries: `all` with CREW_LONG=1 (`npm run test:long`), else a third of them. */
export const sweep = (all: number): number => (process.env.CREW_LONG === '1' ? all : Math.ceil(all / 3));
