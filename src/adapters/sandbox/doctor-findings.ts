import type { Tried } from './index.js';

export type SandboxFinding =
  | { readonly name: string; readonly is: 'there'; readonly found: string }
  | { readonly name: string; readonly is: 'missing' | 'limited'; readonly found: string; readonly remedy: string };

/**
 * Lines of `crew doctor` about the sandbox: the level in use, or why there is none. Stronger levels that do not work are listed with
 * their remedy.
 */
export function sandboxFindings(
  tried: readonly Tried[],
  { required }: { readonly required: boolean },
): readonly SandboxFinding[] {
  const inForce = tried.findIndex(({ works }) => works);
  const unavailable = (inForce < 0 ? tried : tried.slice(0, inForce)).map(
    ({ name, found, remedy }): SandboxFinding => ({ name: `sandbox: ${name}`, is: 'limited', found, remedy }),
  );
  const [first] = tried;
  const step = tried[inForce];
  if (step)
    return [
      { name: 'sandbox', is: 'there', found: `${step.found} (step ${inForce + 1} of ${tried.length})` },
      ...unavailable,
    ];
  if (!required)
    return [
      {
        name: 'sandbox',
        is: 'limited',
        found: 'none: commands run as you, since sandbox.required is false',
        remedy: first?.remedy ?? '',
      },
      ...unavailable,
    ];
  return [
    {
      name: 'sandbox',
      is: 'missing',
      found: 'none: agents run no commands here; `crew verify` runs your own code without one',
      remedy: first?.remedy ?? '',
    },
    ...unavailable,
  ];
}
