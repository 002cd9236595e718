// Of the whole stylesheet, what one drawn page needs before anyone touches it.
import { compileSheet } from 'beasties/compiler';
import { createProcessor } from 'beasties/runtime';
import postcss from 'postcss';
import { dropUnmatchedSelectors } from './unmatched-selectors.mjs';

/** @import { AtRule, ChildNode, Container, Root, Rule } from 'postcss' */

/** How one state turns into another. */
const MOVEMENT = /^(?:(?:-webkit-)?transition|--tw-(?:duration|ease)$)/;
/** States that take a hand, which brings the whole stylesheet along, and what is said to wait for it. */
const TOUCHED = /(?<!not\():(?:hover|active|focus|:backdrop)|:not\(\[data-first-view/;
/** Written for browsers that have long known the plain names. */
const FOR_OLD_BROWSERS = /^(?:-moz-|-webkit-text-decoration)/;

/**
 * @param {string} css the whole stylesheet
 * @returns {(body: string) => string} the styles of a first view, from what stands in the page
 */
export function createFirstView(css) {
  const whole = postcss.parse(css);
  // Fitted to the letters that come later, so that nothing moves then; they are on every device.
  const faces = whole.nodes.filter(isFallbackFace).join('');
  withoutTouches(whole);
  // The compiler does not look into a list that has no name before it.
  const plan = compileSheet(whole.toString(), { allowRules: [/^:is\(/] });
  const critical = createProcessor([plan], { keyframes: 'critical' });

  return (body) => {
    // With what a script may add before the first paint, so that its rules count as used.
    const { css: used } = critical.extract(
      `<html class="dark" data-first-view><body>${withPlainClasses(body)}</body></html>`,
    );
    // The compiler ends at-rules with a semicolon, at which a browser drops the rule after it.
    const root = postcss.parse(used.replaceAll('};', '}'));
    dropUnmatchedSelectors(root, withPlainClasses(body));
    return faces + withoutUnread(root, body);
  };
}

/** @param {ChildNode} node */
const isFallbackFace = (node) =>
  node.type === 'atrule' && node.name === 'font-face' && /Fallback/.test(node.toString());

/** @param {Root} root */
function withoutTouches(root) {
  root.walkAtRules((atRule) => {
    const isForOldBrowsers = atRule.name === 'layer' && atRule.params === 'properties';
    const isForHands = atRule.name === 'media' && /\bprint\b|hover/.test(atRule.params);
    if (atRule.nodes && (isForOldBrowsers || isForHands)) atRule.remove();
  });
  root.walkRules((rule) => {
    const untouched = rule.selectors.filter((selector) => !TOUCHED.test(selector));
    if (untouched.length === 0) rule.remove();
    else if (untouched.length < rule.selectors.length) rule.selectors = untouched;
  });
  root.walkDecls(MOVEMENT, (declaration) => {
    const { parent: rule } = declaration;
    declaration.remove();
    // What is left of `after:duration-200`: every other rule of that kind says it as well.
    if (rule?.nodes.every((node) => String(node) === 'content:var(--tw-content)')) rule.remove();
  });
  root.walkDecls(FOR_OLD_BROWSERS, (declaration) => void declaration.remove());
  root.walkAtRules('supports', withoutStandIns);
}

/**
 * The browsers that Tailwind is made for know how to mix colors: what stands in for a mixture goes.
 *
 * @param {AtRule} supports
 */
function withoutStandIns(supports) {
  if (!/^\(color: ?color-mix\(/.test(supports.params)) return;
  const before = supports.prev();
  supports.walkDecls(({ parent, prop }) => {
    if (before?.type !== 'rule' || parent?.type !== 'rule') return;
    if (before.selector !== /** @type {Rule} */ (parent).selector) return;
    before.walkDecls(prop, (standIn) => void standIn.remove());
  });
  supports.replaceWith(...(supports.nodes ?? []));
}

/**
 * Without custom properties that nothing reads, and what is said twice.
 *
 * @param {Root} root
 * @param {string} body
 */
function withoutUnread(root, body) {
  const byDay = new Set();
  root.walkRules(':root', ({ nodes }) => nodes.forEach((node) => byDay.add(String(node))));
  root.walkRules('.dark', ({ nodes }) => {
    for (const node of [...nodes]) if (byDay.has(String(node))) node.remove();
  });
  root.walkDecls((declaration) => {
    if (String(declaration.prev() ?? '') === String(declaration)) declaration.remove();
  });
  for (let before = -1, text = root.toString(); text.length !== before; text = root.toString()) {
    before = text.length;
    const isRead = (/** @type {string} */ name) =>
      [text, body].some(
        (place) => place.includes(`var(${name})`) || place.includes(`var(${name},`),
      );
    root.walkDecls(/^--/, (declaration) => {
      if (!isRead(declaration.prop)) declaration.remove();
    });
    root.walkAtRules('property', (atRule) => {
      if (!isRead(atRule.params)) atRule.remove();
    });
  }
  withoutSpares(root);
  withoutStoppedMotion(root);
  withoutEmpty(root);
  return root.toString();
}

/**
 * What stands in for a variable is not read where the page itself sets it.
 *
 * @param {Root} root
 */
function withoutSpares(root) {
  /** @type {Set<string>} */
  const set = new Set();
  root.walkRules(':root', (rule) => {
    if (rule.parent === root) rule.walkDecls(/^--/, ({ prop }) => void set.add(prop));
  });
  root.walkDecls((declaration) => {
    declaration.value = declaration.value.replace(
      /var\((--[\w-]+),[^()]*\)/g,
      (whole, /** @type {string} */ name) => (set.has(name) ? `var(${name})` : whole),
    );
  });
}

/**
 * Where no style moves anything, styles that stop a movement for reduced motion have no effect.
 *
 * @param {Root} root
 */
function withoutStoppedMotion(root) {
  let moves = false;
  root.walkDecls(/^animation/, ({ parent }) => {
    moves ||= !isWithin(parent, /prefers-reduced-motion/);
  });
  if (moves) return;
  root.walkAtRules('media', (media) => {
    if (!/prefers-reduced-motion: ?reduce/.test(media.params)) return;
    media.walkDecls(/^(?:animation|transition|scroll-behavior)/, (declaration) => {
      declaration.remove();
    });
  });
}

/** @param {Container | undefined} place @param {RegExp} condition of an at-rule @returns {boolean} */
function isWithin(place, condition) {
  if (!place) return false;
  const isMet = place instanceof postcss.AtRule && condition.test(place.params);
  return isMet || isWithin(/** @type {Container} */ (place.parent), condition);
}

/** @param {Container} container */
function withoutEmpty(container) {
  for (const node of container.nodes?.toReversed() ?? []) {
    if (!('nodes' in node)) continue;
    withoutEmpty(node);
    if (node.nodes?.length === 0) node.remove();
  }
}

const ENTITIES = { '&amp;': '&', '&gt;': '>', '&#x27;': "'" };

/**
 * A class such as `[&>*]:mt-1` is escaped in HTML, but the search for used rules reads the HTML as text.
 *
 * @param {string} html
 */
const withPlainClasses = (html) =>
  html.replace(/class="[^"]*"/g, (attribute) =>
    attribute.replace(
      /&(?:amp|gt|#x27);/g,
      (entity) => ENTITIES[/** @type {keyof typeof ENTITIES} */ (entity)],
    ),
  );
