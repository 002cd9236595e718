// Selectors that cannot match on one page.
import type { Root } from 'postcss';
import selectorParser from 'postcss-selector-parser';
import type { Node, Pseudo, Selector } from 'postcss-selector-parser';

/**
 * Removes arguments of `:is()`, `:where()` and `:has()` that match no element of the page, selectors left without
 * arguments, and `:disabled` where no field is disabled. Rules of `.reading` must match inside the text of a post.
 */
export function dropUnmatchedSelectors(root: Root, body: string) {
  const isOnPage = findNames(body);
  const isInText = findNames(textOf(body));
  root.walkRules((rule) => {
    const isOfText = rule.selector.startsWith('.reading');
    if (!isOfText && !/:(?:is|where|has|disabled)\b/.test(rule.selector)) return;
    const { nodes } = selectorParser().astSync(rule.selector);
    const isHere = isOfText ? isInText : isOnPage;
    const selectors = nodes.filter((selector) => dropIn(selector, isHere)).map(String);
    if (selectors.length > 0) rule.selectors = selectors;
    else rule.remove();
  });
}

/** The text of a post, where the page has one. */
function textOf(body: string) {
  const start = Math.max(0, body.search(/<\w+ class="reading\b/));
  const end = body.indexOf('</article>', start);
  return end < 0 ? body.slice(start) : body.slice(start, end);
}

function findNames(body: string): (node: Node) => boolean {
  const tags = new Set(Array.from(body.matchAll(/<([a-z][\w-]*)/g), ([, tag]) => tag));
  const classes = new Set(
    Array.from(body.matchAll(/ class="([^"]*)"/g), ([, list = '']) => list.split(' ')).flat(),
  );
  const always = new Set(['html', 'body', 'dark']);
  const someAreDisabled = / disabled[\s=>]/.test(body);
  return ({ type, value = '' }) => {
    if (value === ':disabled') return someAreDisabled;
    if (type !== 'class' && type !== 'tag') return true;
    return always.has(value) || (type === 'tag' ? tags : classes).has(value);
  };
}

/** @returns whether an element may match */
function dropIn(selector: Selector, isHere: (node: Node) => boolean): boolean {
  return selector.nodes.every((node) => {
    if (node.type !== 'pseudo' || !/^:(?:is|where|has)$/.test(node.value)) return isHere(node);
    const before = specificity(node);
    const left = node.nodes.filter((arm) => dropIn(arm, isHere));
    const all = node.nodes;
    node.nodes = left;
    // `:is()` and `:has()` take the specificity of their most specific argument, matching or not.
    if (node.value !== ':where' && specificity(node) !== before) node.nodes = all;
    return left.length > 0;
  });
}

/** Of the most specific argument: ids, then classes, then tags. */
const specificity = (list: Pseudo) =>
  Math.max(
    ...list.nodes.map((arm) => {
      let weight = 0;
      arm.walk(({ type }) => {
        if (type === 'tag') weight += 1;
        else if (type === 'id') weight += 10_000;
        else if (type === 'class' || type === 'attribute' || type === 'pseudo') weight += 100;
      });
      return weight;
    }),
  );
