// Selects the styles of the whole stylesheet that a prerendered page needs before the first interaction.
import { compileSheet } from 'beasties/compiler';
import { createProcessor } from 'beasties/runtime';
import postcss from 'postcss';
import type { AtRule, ChildNode, Container, Root, Rule } from 'postcss';
import { dropUnmatchedSelectors, readNames, type PageNames } from './unmatched-selectors.ts';

/** Declarations of transitions between states. */
const TRANSITIONS = /^(?:(?:-webkit-)?transition|--tw-(?:duration|ease)$)/;
/** States after an interaction, which loads the whole stylesheet, and styles that are marked as waiting for it. */
const AFTER_INTERACTION =
  /(?<!not\():(?:hover|active|focus|:backdrop)|\.checkbox:checked|:not\(\[data-first-view\]/;
/** Sets of names with their styles: some tens of kB each. */
const KNOWN_MAX = 500;

/**
 * @param css the whole stylesheet
 * @returns from the markup of a page to its styles
 */
export function createFirstView(css: string): (body: string) => string {
  const whole = postcss.parse(css);
  // Fallback faces with the metrics of the web fonts, so that the swap moves nothing; they use local fonts.
  const faces = whole.nodes.filter(isFallbackFace).join('');
  removeInteractionStyles(whole);
  // The compiler skips selectors that begin with a list.
  const plan = compileSheet(whole.toString(), { allowRules: [/^:is\(/] });
  const critical = createProcessor([plan], { keyframes: 'critical' });
  // Pages of one kind differ in their texts and seldom in what the styles depend on.
  const known: Map<string, string> = new Map();

  return (body) => {
    const plain = withPlainClasses(body);
    // With what a script may add before the first paint, so that its rules count as used.
    const { css: used } = critical.extract(
      `<html class="dark" data-first-view data-redraw data-navigated><body>${plain}</body></html>`,
    );
    const names = readNames(plain);
    const read = variablesReadIn(body);
    const key = JSON.stringify([used, ...facts(names), sorted(read)]);
    const styles = known.get(key) ?? faces + reduce(used, names, read);
    if (known.size < KNOWN_MAX) known.set(key, styles);
    return styles;
  };
}

/** Only by these arguments, which are the key of the cache. */
function reduce(used: string, names: PageNames, read: ReadonlySet<string>): string {
  // The compiler ends at-rules with a semicolon, after which browsers ignore the next rule.
  const root = postcss.parse(used.replaceAll('};', '}'));
  dropUnmatchedSelectors(root, names);
  return removeUnread(root, read);
}

const sorted = (names: ReadonlySet<string>) => [...names].sort();

const facts = ({ page, text }: PageNames) =>
  [page, text].flatMap(({ tags, classes, hasDisabled }) => [
    sorted(tags),
    sorted(classes),
    hasDisabled,
  ]);

const variablesReadIn = (text: string) =>
  new Set(Array.from(text.matchAll(/var\((--[\w-]+)[),]/g), ([, name = '']) => name));

const isFallbackFace = (node: ChildNode) =>
  node.type === 'atrule' && node.name === 'font-face' && /Fallback/.test(node.toString());

function removeInteractionStyles(root: Root) {
  root.walkAtRules((atRule) => {
    const isForOldBrowsers = atRule.name === 'layer' && atRule.params === 'properties';
    const isForInteraction = atRule.name === 'media' && /\bprint\b|hover/.test(atRule.params);
    if (atRule.nodes && (isForOldBrowsers || isForInteraction)) atRule.remove();
  });
  root.walkRules((rule) => {
    const untouched = rule.selectors.filter((selector) => !AFTER_INTERACTION.test(selector));
    if (untouched.length === 0) rule.remove();
    else if (untouched.length < rule.selectors.length) rule.selectors = untouched;
  });
  root.walkDecls(TRANSITIONS, (declaration) => {
    const { parent: rule } = declaration;
    declaration.remove();
    // Left over from utilities such as `after:duration-200`; other rules of the element repeat it.
    if (rule?.nodes.every((node) => String(node) === 'content:var(--tw-content)')) rule.remove();
  });
  root.walkAtRules('supports', removeColorFallbacks);
}

/** Removes the fallbacks for `color-mix()`, which every supported browser knows. */
function removeColorFallbacks(supports: AtRule) {
  if (!/^\(color: ?color-mix\(/.test(supports.params)) return;
  const before = supports.prev();
  supports.walkDecls(({ parent, prop }) => {
    if (before?.type !== 'rule' || parent?.type !== 'rule') return;
    if (before.selector !== (parent as Rule).selector) return;
    before.walkDecls(prop, (fallback) => void fallback.remove());
  });
  supports.replaceWith(...(supports.nodes ?? []));
}

/**
 * Removes custom properties that nothing reads.
 *
 * @param readInPage custom properties that style attributes read
 */
function removeUnread(root: Root, readInPage: ReadonlySet<string>) {
  for (let before = -1, text = root.toString(); text.length !== before; text = root.toString()) {
    before = text.length;
    const readInStyles = variablesReadIn(text);
    const isRead = (name: string) => readInStyles.has(name) || readInPage.has(name);
    root.walkDecls(/^--/, (declaration) => {
      if (!isRead(declaration.prop)) declaration.remove();
    });
    root.walkAtRules('property', (atRule) => {
      if (!isRead(atRule.params)) atRule.remove();
    });
  }
  removeVariableFallbacks(root);
  removeEmpty(root);
  return root.toString();
}

/** Removes the fallback value of variables that the page itself sets. */
function removeVariableFallbacks(root: Root) {
  const set: Set<string> = new Set();
  root.walkRules(':root', (rule) => {
    if (rule.parent === root) rule.walkDecls(/^--/, ({ prop }) => void set.add(prop));
  });
  root.walkDecls((declaration) => {
    declaration.value = declaration.value.replace(
      /var\((--[\w-]+),[^()]*\)/g,
      (whole, name: string) => (set.has(name) ? `var(${name})` : whole),
    );
  });
}

function removeEmpty(container: Container) {
  for (const node of container.nodes?.toReversed() ?? []) {
    if (!('nodes' in node)) continue;
    removeEmpty(node);
    if (node.nodes?.length === 0) node.remove();
  }
}

const ENTITIES = { '&amp;': '&', '&gt;': '>', '&#x27;': "'" };

/** A class such as `[&>*]:mt-1` is escaped in HTML, but the search for used rules reads the HTML as text. */
const withPlainClasses = (html: string) =>
  html.replace(/class="[^"]*"/g, (attribute) =>
    attribute.replace(/&(?:amp|gt|#x27);/g, (entity) => ENTITIES[entity as keyof typeof ENTITIES]),
  );
