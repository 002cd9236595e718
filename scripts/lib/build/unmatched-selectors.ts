// Selectors that cannot match on one page.
import type { Root } from 'postcss';
import selectorParser from 'postcss-selector-parser';
import type { Node, Pseudo, Selector } from 'postcss-selector-parser';

/** What selectors can name in a markup. */
type Names = { tags: ReadonlySet<string>; classes: ReadonlySet<string>; hasDisabled: boolean };

/** Of a page, and of the text of a post where the page has one. */
export type PageNames = { page: Names; text: Names };

export function readNames(body: string): PageNames {
  const page = namesIn(body);
  const text = textOf(body);
  return { page, text: text === body ? page : namesIn(text) };
}

/**
 * Removes arguments of `:is()`, `:where()` and `:has()` that match no element of the page, selectors left without
 * arguments, and `:disabled` where no field is disabled. Rules of `.reading` must match inside the text of a post.
 */
export function dropUnmatchedSelectors(root: Root, names: PageNames) {
  root.walkRules((rule) => {
    const isOfText = rule.selector.startsWith('.reading');
    if (!isOfText && !/:(?:is|where|has|disabled)\b/.test(rule.selector)) return;
    const { nodes } = selectorParser().astSync(rule.selector);
    const isHere = matcherFor(isOfText ? names.text : names.page);
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

function namesIn(body: string): Names {
  return {
    tags: new Set(Array.from(body.matchAll(/<([a-z][\w-]*)/g), ([, tag = '']) => tag)),
    classes: new Set(
      Array.from(body.matchAll(/ class="([^"]*)"/g), ([, list = '']) => list.split(' ')).flat(),
    ),
    hasDisabled: / disabled[\s=>]/.test(body),
  };
}

const ALWAYS = new Set(['html', 'body', 'dark']);

function matcherFor({ tags, classes, hasDisabled }: Names): (node: Node) => boolean {
  return ({ type, value = '' }) => {
    if (value === ':disabled') return hasDisabled;
    if (type !== 'class' && type !== 'tag') return true;
    return ALWAYS.has(value) || (type === 'tag' ? tags : classes).has(value);
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
