/** Only a convenience: a button that copies a command. Without it a click selects the whole command. */
export function scriptOf({ copy, copied }: { readonly copy: string; readonly copied: string }): string {
  return `
for (const place of navigator.clipboard ? document.querySelectorAll('.command') : []) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = ${JSON.stringify(copy)};
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(place.querySelector('code').textContent);
    button.textContent = ${JSON.stringify(copied)};
    setTimeout(() => { button.textContent = ${JSON.stringify(copy)}; }, 1600);
  });
  place.append(button);
}
`;
}
