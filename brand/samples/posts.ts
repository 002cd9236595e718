import { fallbackImage, imageSources } from '@/content/images';
import type { CatalogueImage } from '@/lib/images/catalogue-image';
import type { SamplePost } from '@/content/samples';
import { placeholderImages } from '../pictures';
import { teamElenaStojanovska, teamMaraEllison, teamTheoMarsh } from '../pictures.generated';

const authors = {
  mara: { name: 'Mara Ellison', avatar: portrait(teamMaraEllison) },
  theo: { name: 'Theo Marsh', avatar: portrait(teamTheoMarsh) },
  elena: { name: 'Elena Stojanovska', avatar: portrait(teamElenaStojanovska) },
};

/** The narrowest file, because avatars are small. */
function portrait({ name, widths }: CatalogueImage): string {
  return `/images/${name}-${Math.min(...widths)}.webp`;
}

const [hills, , town] = placeholderImages;

function cover(image: CatalogueImage): string {
  return imageSources(image).src;
}

export const samplePosts: readonly SamplePost[] = [
  {
    id: 'sample-greengrocer-deliveries',
    title: 'What a greengrocer taught us about delivery dates',
    excerpt:
      'A shop that sells lettuce cannot promise Thursday and mean Friday. We rebuilt a delivery page around that one fact.',
    content: `
<p>Lettuce is honest. Two days late it says so, and no apology brings it back. When we rebuilt the ordering page of a small greengrocer, the first sketch had a calendar with every day of the month in it. The owner looked at it for a while and said: “I drive on Tuesdays and Fridays.”</p>
<h2>Offer what you can keep</h2>
<p>So the calendar went. The page now shows the next two drives and how many crates are left in each, and nothing else. Three things followed:</p>
<ul>
<li>Calls about late boxes fell from eleven a week to two.</li>
<li>People ordered earlier, because they saw the van fill up.</li>
<li>The owner stopped working on Wednesdays.</li>
</ul>
<blockquote><p>A date is a promise with a number in it.</p></blockquote>
<p>We now ask every shop the same question before we draw anything: which days do you drive?</p>`,
    imageUrl: cover(town),
    imageAlt: '',
    publishedAt: '2026-10-29T09:00:00Z',
    category: 'Web development',
    tags: ['shops', 'research'],
    author: authors.mara,
  },
  {
    id: 'sample-alt-text',
    title: 'Alt text is a caption for someone who trusts you',
    excerpt:
      'Describe what the picture does on the page, not what the camera saw. A short method, with examples.',
    content: `
<p>Most bad alt text is not missing. It is there, and it says “image”. Good alt text answers one question: <em>if the picture fell off the page, which sentence would have to take its place?</em></p>
<h2>Three cases</h2>
<table>
<thead><tr><th scope="col">The picture</th><th scope="col">Its alt text</th></tr></thead>
<tbody>
<tr><td>A portrait beside a name</td><td>How the person looks, in half a line</td></tr>
<tr><td>A chart</td><td>What the chart shows: “Orders doubled in May”</td></tr>
<tr><td>A wave under a headline</td><td>Nothing: <code>alt=""</code></td></tr>
</tbody>
</table>
<p>Leave out “picture of”; a screen reader has said that already. Leave out the mood, unless the mood is the point. And read the sentence aloud once, together with the paragraph above it. If it repeats the paragraph, the picture was decoration all along, and an empty text is the kind thing to write.</p>`,
    imageUrl: cover(fallbackImage('creative-design')),
    imageAlt: '',
    publishedAt: '2026-10-15T09:00:00Z',
    category: 'Design',
    tags: ['accessibility', 'writing'],
    author: authors.theo,
  },
  {
    id: 'sample-when-not-to-use-ai',
    title: 'When we talk clients out of AI',
    excerpt:
      'Four questions we ask before a model comes anywhere near a process, and the answers that end the conversation.',
    content: `
<p>Half of our first meetings about AI end without any. That is not modesty. It is cheaper for everyone to find out at the table than after the second invoice.</p>
<h2>The four questions</h2>
<ol>
<li><strong>Who notices when it is wrong?</strong> If nobody does, stop here.</li>
<li><strong>What does a wrong answer cost?</strong> A clumsy summary costs a minute. A wrong dose does not.</li>
<li><strong>Would a list do?</strong> Many “assistants” turn out to be nine rules and a form.</li>
<li><strong>Who owns the examples?</strong> What trains or steers a model has to be yours to use.</li>
</ol>
<p>A dental practice wanted a bot to sort its messages. We counted: three hundred a week, of five kinds, and four of the five said so in the subject line. A filter took an afternoon. The fifth kind still goes to Ana at the desk, who answers in two minutes and remembers everybody’s children.</p>`,
    imageUrl: cover(fallbackImage('ai-implementation')),
    imageAlt: '',
    publishedAt: '2026-09-30T09:00:00Z',
    category: 'AI',
    tags: ['process', 'honesty'],
    author: authors.elena,
  },
  {
    id: 'sample-hand-over',
    title: 'The first week with a virtual assistant',
    excerpt:
      'A hand-over is not a list of passwords. A plan for five days that leaves both sides less nervous.',
    content: `
<p>People hand over tasks and forget to hand over judgement. Then they wonder why every mail comes back with a question. We give the first week a shape, and it has held up well.</p>
<dl>
<dt>Monday: watch</dt>
<dd>The assistant sits in on everything and writes down what is done twice.</dd>
<dt>Tuesday: draft</dt>
<dd>Replies are written, not sent. Corrections are made aloud, with the reason.</dd>
<dt>Wednesday: send the small ones</dt>
<dd>Appointments, receipts, thank-yous.</dd>
<dt>Thursday: decide</dt>
<dd>Up to a sum agreed beforehand, without asking.</dd>
<dt>Friday: look back</dt>
<dd>One page: what went well, what was guessed, what is still missing.</dd>
</dl>
<p>The sum on Thursday matters more than its size. Fifty dollars of trust save about four hours of waiting a week, and the page on Friday becomes the handbook that everyone meant to write.</p>`,
    imageUrl: cover(fallbackImage('virtual-assistant')),
    imageAlt: '',
    publishedAt: '2026-09-16T09:00:00Z',
    category: 'Working together',
    tags: ['process', 'teams'],
    author: authors.mara,
  },
  {
    id: 'sample-naming-colors',
    title: 'Name the job, then the color',
    excerpt:
      'A brand book that says “Brick” and “Fog” is pretty for a month. One that says “Accent” and “Quiet text” lasts.',
    content: `
<p>Every brand book begins with a page of swatches, and every swatch gets a lovely name. Brick, Fog, Heron. Then someone builds a button, and asks whether a warning is Brick or Rust.</p>
<h2>Two names each</h2>
<p>We give a color two names. The first says what it is for, and it is the one that people use at work. The second says how it looks, and stays in the book.</p>
<pre><code class="language-css hljs"><span class="hljs-selector-pseudo">:root</span> {
  <span class="hljs-attr">--accent</span>: <span class="hljs-number">#b03812</span>; <span class="hljs-comment">/* Brick */</span>
  <span class="hljs-attr">--quiet-text</span>: <span class="hljs-number">#565d72</span>; <span class="hljs-comment">/* Heron */</span>
}</code></pre>
<p>The test comes with the dark theme. “Fog” has to stay light, or its name is a lie. “Surface” may turn to night without anybody noticing, because surfaces are what they do.</p>
<p>Theo keeps the pretty names. They are good for the toast at the opening.</p>`,
    imageUrl: cover(hills),
    imageAlt: '',
    publishedAt: '2026-08-27T09:00:00Z',
    category: 'Design',
    tags: ['brand', 'writing'],
    author: authors.theo,
  },
  {
    id: 'sample-honest-speed',
    title: 'Measuring a page without flattering it',
    excerpt:
      'The fast laptop beside the router is the one place where none of your customers are. How we measure instead.',
    content: `
<p>It is easy to get a good number. Empty cache off, cable in, three tries, keep the best. It is also how slow pages get applause.</p>
<h2>Our rules</h2>
<ul>
<li>Measure on a middling phone, or a machine slowed down to one.</li>
<li>Take the median of five runs. Write down the worst as well.</li>
<li>Measure the page people land on, which is rarely the front page.</li>
<li>Compare in the same hour, on the same machine, or do not compare.</li>
</ul>
<p>Last spring a shop asked us to “get it to a hundred”. The score was ninety-one. The page that sold things, two clicks further in, took seven seconds to show a price. We left the score alone and fixed the price.</p>
<p>A number on a dial is not a visitor. <mark>Find the moment when someone can do what they came for</mark>, and put your stopwatch there.</p>`,
    imageUrl: cover(fallbackImage('web-development')),
    imageAlt: '',
    publishedAt: '2026-08-13T09:00:00Z',
    category: 'Web development',
    tags: ['performance', 'honesty'],
    author: authors.elena,
  },
];
