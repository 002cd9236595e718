// Works out at build what a browser would work out at every element: less to send, less to match.
import postcss from 'postcss';
import selectorParser from 'postcss-selector-parser';
import valueParser from 'postcss-value-parser';

/**
 * @import { Declaration, Root } from 'postcss'
 * @import { Node as SelectorNode, Pseudo, Selector } from 'postcss-selector-parser'
 * @import { Node } from 'postcss-value-parser'
 *
 * @typedef {{ value: string } | 'unset' | undefined} Constant undefined: it depends on the element
 */

const LENGTH_TIMES = /^(-?[\d.]{1,9})(rem|em|px)\s?\*\s?(-?[\d.]{1,9})$/;
const DECIMALS = 5;

/**
 * Puts in the values of custom properties that can have but one: what is set once, for the whole page; what
 * nobody sets, which is at its initial value or leaves its place to the fallback; and what is only read by
 * rules that set it.
 *
 * @param {Root} root
 * @param {string} body the page, whose elements may set some themselves
 */
export function foldConstants(root, body) {
  const constantIn = findConstants(root, body);
  root.walkDecls((declaration) => {
    if (!/(?:var|calc)\(/.test(declaration.value)) return;
    const nodes = fold(valueParser(declaration.value).nodes, constantIn(declaration.parent));
    declaration.value = valueParser.stringify(nodes).trim();
  });
}

/** @param {Root} root @param {string} body @returns {(place: Declaration['parent']) => (name: string) => Constant} */
function findConstants(root, body) {
  /** @type {Map<string, Declaration[]>} */
  const settings = new Map();
  /** @type {Map<string, Set<Declaration['parent']>>} */
  const readers = new Map();
  root.walkDecls((declaration) => {
    const { prop, value, parent } = declaration;
    if (prop.startsWith('--')) settings.set(prop, [...(settings.get(prop) ?? []), declaration]);
    for (const [, name = ''] of value.matchAll(/var\((--[\w-]+)/g)) {
      readers.set(name, new Set(readers.get(name)).add(parent));
    }
  });
  /** @type {Map<string, string>} */
  const initial = new Map();
  root.walkAtRules('property', (rule) => {
    rule.walkDecls('initial-value', ({ value }) => void initial.set(rule.params, value));
  });

  return (place) => (name) => {
    if (body.includes(`${name}:`)) return undefined;
    const all = settings.get(name) ?? [];
    const [first] = all;
    if (!first) {
      const value = initial.get(name);
      return value === undefined ? 'unset' : { value };
    }
    if (all.length === 1 && isForAll(first)) return isShort(first) ? first : undefined;
    const setters = new Set(all.map(({ parent }) => parent));
    const isOwn = [...(readers.get(name) ?? [])].every((reader) => setters.has(reader));
    return isOwn ? all.find(({ parent }) => parent === place) : undefined;
  };
}

/** @param {Declaration} declaration */
function isForAll({ parent }) {
  if (!(parent instanceof postcss.Rule) || parent.selector !== ':root') return false;
  /** @type {import('postcss').Node | undefined} */
  let outer = parent.parent;
  while (outer instanceof postcss.AtRule && outer.name === 'layer') outer = outer.parent;
  return outer instanceof postcss.Root;
}

/** Written out at every place, a long value would make the page longer. @param {Declaration} declaration */
const isShort = ({ prop, value }) => value.length <= `var(${prop})`.length;

/**
 * @param {Node[]} nodes
 * @param {(name: string) => Constant} constantOf
 * @returns {Node[]}
 */
function fold(nodes, constantOf) {
  return nodes.flatMap((node) => {
    if (node.type !== 'function') return [node];
    if (node.value === 'var') {
      const [name, comma, ...rest] = node.nodes;
      const constant = constantOf(name?.value ?? '');
      const fallback = fold(rest, constantOf);
      if (constant === 'unset' && comma) return fallback;
      if (typeof constant === 'object') return fold(valueParser(constant.value).nodes, constantOf);
      return [{ ...node, nodes: [name, comma, ...fallback].filter((part) => part !== undefined) }];
    }
    const folded = { ...node, nodes: fold(node.nodes, constantOf) };
    const product = node.value === 'calc' && multiply(valueParser.stringify(folded.nodes));
    return product ? valueParser(product).nodes : [folded];
  });
}

/** @param {string} text `0.25rem*6`, say; null for anything else */
function multiply(text) {
  const [, length, unit, times] = LENGTH_TIMES.exec(text.trim()) ?? [];
  if (!unit) return null;
  return `${Number((Number(length) * Number(times)).toFixed(DECIMALS))}${unit}`.replace(
    /^(-?)0\./,
    '$1.',
  );
}

/**
 * Takes out of `:is()`, `:where()` and `:has()` what the page has no element for, selectors of which nothing is
 * left, and those for disabled fields where there is none. What is said of long texts has to be in one.
 *
 * @param {Root} root
 * @param {string} body
 */
export function dropStrangers(root, body) {
  const isOnPage = findNames(body);
  const isInText = findNames(textOf(body));
  root.walkRules((rule) => {
    const isOfTexts = rule.selector.startsWith('.reading');
    if (!isOfTexts && !/:(?:is|where|has|disabled)\b/.test(rule.selector)) return;
    const { nodes } = selectorParser().astSync(rule.selector);
    const isHere = isOfTexts ? isInText : isOnPage;
    const selectors = nodes.filter((selector) => dropIn(selector, isHere)).map(String);
    if (selectors.length > 0) rule.selectors = selectors;
    else rule.remove();
  });
}

/** What staff wrote, where there is such. @param {string} body */
function textOf(body) {
  const start = Math.max(0, body.search(/<\w+ class="reading\b/));
  const end = body.indexOf('</article>', start);
  return end < 0 ? body.slice(start) : body.slice(start, end);
}

/** @param {string} body @returns {(node: SelectorNode) => boolean} */
function findNames(body) {
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

/** @param {Selector} selector @param {(node: SelectorNode) => boolean} isHere @returns {boolean} something may match */
function dropIn(selector, isHere) {
  return selector.nodes.every((node) => {
    if (node.type !== 'pseudo' || !/^:(?:is|where|has)$/.test(node.value)) return isHere(node);
    const weight = heaviest(node);
    const left = node.nodes.filter((arm) => dropIn(arm, isHere));
    const all = node.nodes;
    node.nodes = left;
    // A list weighs as much as its heaviest part, whether that is there or not.
    if (node.value !== ':where' && heaviest(node) !== weight) node.nodes = all;
    return left.length > 0;
  });
}

/** Of two parts of a list, the one with more classes wins, then that with more tags. @param {Pseudo} list */
const heaviest = (list) =>
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
