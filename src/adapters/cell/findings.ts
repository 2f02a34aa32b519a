import type { Tried } from './index.js';

export type CellFinding =
  | { readonly name: string; readonly is: 'there'; readonly found: string }
  | { readonly name: string; readonly is: 'missing' | 'limited'; readonly found: string; readonly remedy: string };

/** What `crew doctor` says of the ladder: the rung in force, or why there is none. A stronger one that does not bear is worth a line. */
export function cellFindings(
  tried: readonly Tried[],
  { required }: { readonly required: boolean },
): readonly CellFinding[] {
  const inForce = tried.findIndex(({ works }) => works);
  const weaker = (inForce < 0 ? tried : tried.slice(0, inForce)).map(
    ({ name, found, remedy }): CellFinding => ({ name: `sandbox: ${name}`, is: 'limited', found, remedy }),
  );
  const [first] = tried;
  const step = tried[inForce];
  if (step)
    return [
      { name: 'sandbox', is: 'there', found: `${step.found} (step ${inForce + 1} of ${tried.length})` },
      ...weaker,
    ];
  if (!required)
    return [
      {
        name: 'sandbox',
        is: 'limited',
        found: 'none: commands run as you, since sandbox.required is false',
        remedy: first?.remedy ?? '',
      },
      ...weaker,
    ];
  return [
    {
      name: 'sandbox',
      is: 'missing',
      found: 'none: agents run no commands here; `crew verify` runs your own code without one',
      remedy: first?.remedy ?? '',
    },
    ...weaker,
  ];
}
