// Page translators move the texts of a page into <font> elements, or put such elements in their place. React keeps the
// text nodes that it made: it then removes or inserts beside nodes that are no longer where it left them, which throws
// (facebook/react#11538), or writes new text into nodes that are no longer shown.

/** The elements that translators have put in place of a text. */
const stands = new WeakMap<Node, ChildNode>();
/** Hears what React writes into replaced texts. */
const texts = new MutationObserver((records) => {
  for (const { target } of records) showAgain(target);
});

/**
 * Lets React change texts that are translated, from now on.
 *
 * @param early what was observed since the first translation
 */
export function standTranslation(early: readonly MutationRecord[]) {
  early.forEach(note);
  new MutationObserver((records) => records.forEach(note)).observe(document.body, {
    childList: true,
    subtree: true,
  });
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    placeOf(child, this)?.remove();
    return child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(
    this: Node,
    node: Child,
    next: Node | null,
  ): Child {
    const place = next && placeOf(next, this);
    if (place) place.before(node);
    else this.appendChild(node);
    return node;
  };
}

/** A text that was taken out beside or for a <font> is replaced by it. */
function note({ addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord) {
  const beside = [...addedNodes, previousSibling, nextSibling];
  const font = beside.find((node): node is ChildNode => node?.nodeName === 'FONT');
  if (!font) return;
  for (const text of removedNodes) {
    // Inside a <font> it is shown, and React may write into it.
    if (text.nodeType !== Node.TEXT_NODE || text.isConnected) continue;
    stands.set(text, font);
    texts.observe(text, { characterData: true });
  }
}

function showAgain(text: Node) {
  const stand = stands.get(text);
  if (!stand?.isConnected) return;
  stands.delete(text);
  stand.replaceWith(text);
}

/** The child of this parent that is shown for the node: itself, what it was moved into, or what replaced it. */
function placeOf(node: Node, parent: Node): ChildNode | undefined {
  const shown = stands.get(node) ?? node;
  return [...parent.childNodes].find((child) => child.contains(shown));
}
