/** Loads what lets React live with a page translator once one has begun: it marks what it translates with <font>. */
export function awaitTranslation() {
  const fonts = document.getElementsByTagName('font');
  const early: MutationRecord[] = [];
  let loading: Promise<void> | undefined;
  const observer = new MutationObserver(consider);
  observer.observe(document.body, { childList: true, subtree: true });
  consider([]);

  function consider(records: readonly MutationRecord[]) {
    if (fonts.length === 0) return;
    early.push(...records);
    loading ??= import('./translated-text').then(
      ({ standTranslation }) => {
        observer.disconnect();
        standTranslation(early);
      },
      () => undefined,
    );
  }
}
