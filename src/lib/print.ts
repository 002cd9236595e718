/** Fetches the pictures that the visitor has not scrolled to: some browsers print blanks in their place. */
export function loadBeforePrint() {
  addEventListener('beforeprint', () => {
    for (const picture of document.querySelectorAll<HTMLImageElement>('img[loading=lazy]')) {
      picture.loading = 'eager';
    }
  });
}
