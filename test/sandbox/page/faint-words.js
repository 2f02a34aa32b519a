// Runs in the page: the words whose contrast with what is behind them is below what WCAG AA asks for.
(() => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
  const pen = canvas.getContext('2d', { willReadFrequently: true });

  const pixelOf = (...colors) => {
    pen.clearRect(0, 0, 1, 1);
    for (const color of colors) {
      pen.fillStyle = color;
      pen.fillRect(0, 0, 1, 1);
    }
    return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => part / 255);
  };

  const luminance = (pixel) => {
    const [r, g, b] = pixel.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };

  const backgrounds = (element) => {
    const colors = [];
    for (let at = element; at !== null; at = at.parentElement) colors.unshift(getComputedStyle(at).backgroundColor);
    return colors;
  };

  const contrast = (element) => {
    const { color, fill } = getComputedStyle(element);
    if (element instanceof SVGElement) {
      const behind = getComputedStyle(element.previousElementSibling).fill;
      return ratio(luminance(pixelOf(fill)), luminance(pixelOf(behind)));
    }
    const behind = backgrounds(element);
    return ratio(luminance(pixelOf(...behind, color)), luminance(pixelOf(...behind)));
  };

  const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

  const words = [...document.querySelectorAll('body *')].filter((element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== ''),
  );
  return words
    .filter((element) => element.checkVisibility() && contrast(element) < 4.5)
    .map((element) => `${element.tagName} ${element.textContent.trim().slice(0, 40)}: ${contrast(element).toFixed(2)}`);
})();
