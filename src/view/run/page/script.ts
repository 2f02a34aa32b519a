/** Only a comfort: to unfold everything at once, also before it is printed, and to copy a command. The words stand in the page. */
export const SCRIPT = `
const folds = () => document.querySelectorAll('main details');
const comfort = document.querySelector('.comfort');
const button = (words, press) => {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = words;
  made.addEventListener('click', () => press(made));
  return made;
};
comfort.append(
  button(comfort.dataset.open, () => { for (const fold of folds()) fold.open = true; }),
  button(comfort.dataset.close, () => { for (const fold of folds()) fold.open = false; }),
);
for (const place of navigator.clipboard ? document.querySelectorAll('.command') : []) {
  place.append(button(comfort.dataset.copy, async (made) => {
    await navigator.clipboard.writeText(place.querySelector('code').textContent);
    made.textContent = comfort.dataset.copied;
    setTimeout(() => { made.textContent = comfort.dataset.copy; }, 1600);
  }));
}
addEventListener('beforeprint', () => { for (const fold of folds()) fold.open = true; });
`;
