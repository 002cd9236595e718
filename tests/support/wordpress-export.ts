// An export of WordPress with what real ones have: both editors, entities, drafts, pages, files, plugins and mistakes.
const cdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

type Item = {
  id: number;
  title?: string;
  type?: string;
  status?: string;
  name?: string;
  link?: string;
  date?: string;
  html?: string;
  excerpt?: string;
  parent?: number;
  password?: string;
  terms?: [domain: string, slug: string, name: string][];
  meta?: Record<string, string>;
  more?: string;
};

function item(site: string, one: Item): string {
  const { id, type = 'post', status = 'publish', name = '', date = '2019-05-04 08:30:00' } = one;
  const terms = (one.terms ?? []).map(
    ([domain, slug, term]) =>
      `<category domain="${domain}" nicename="${slug}">${cdata(term)}</category>`,
  );
  const meta = Object.entries(one.meta ?? {}).map(
    ([key, value]) =>
      `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`,
  );
  return `<item><title>${cdata(one.title ?? '')}</title><link>${one.link ?? `${site}/?p=${id}`}</link>
    <pubDate>Sat, 04 May 2019 08:30:00 +0000</pubDate><dc:creator>${cdata('ann')}</dc:creator>
    <guid isPermaLink="false">${site}/?p=${id}</guid><content:encoded>${cdata(one.html ?? '')}</content:encoded>
    <excerpt:encoded>${cdata(one.excerpt ?? '')}</excerpt:encoded><wp:post_id>${id}</wp:post_id>
    <wp:post_date>${cdata(date)}</wp:post_date><wp:post_date_gmt>${cdata(date)}</wp:post_date_gmt>
    <wp:post_name>${cdata(name)}</wp:post_name><wp:status>${status}</wp:status>
    <wp:post_parent>${one.parent ?? 0}</wp:post_parent><wp:post_type>${type}</wp:post_type>
    <wp:post_password>${cdata(one.password ?? '')}</wp:post_password>
    ${terms.join('')}${meta.join('')}${one.more ?? ''}</item>`;
}

const picture = (
  site: string,
  id: number,
  file: string,
  parent: number,
  more: Partial<Item> = {},
) =>
  item(site, {
    ...{ id, type: 'attachment', status: 'inherit', parent, link: `${site}/2019/05/sea/${file}/` },
    ...more,
    more: `<wp:attachment_url>${site}/wp-content/uploads/2019/05/${file}</wp:attachment_url>`,
  });

export const BLOCKS = (site: string) => `<!-- wp:paragraph -->
<p>Hello <strong>sea</strong>, see <a href="/2019/06/classic/">the other</a> &amp; more.</p>
<!-- /wp:paragraph -->
<!-- wp:image {"id":11} -->
<figure class="wp-block-image"><a href="${site}/wp-content/uploads/2019/05/sea.jpg"><img src="${site}/wp-content/uploads/2019/05/sea-300x200.jpg" alt="Waves"/></a><figcaption>A calm sea</figcaption></figure>
<!-- /wp:image -->
<!-- wp:gallery -->
<figure class="wp-block-gallery"><ul class="blocks-gallery-grid"><li class="blocks-gallery-item"><figure><img src="data:image/gif;base64,R0lG" data-src="${site}/wp-content/uploads/2019/05/boat-1024x768.png" alt=""/></figure></li></ul></figure>
<!-- /wp:gallery -->
<!-- wp:embed -->
<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">
https://www.youtube.com/watch?v=dQw4w9WgXcQ
</div></figure>
<!-- /wp:embed -->
<!-- wp:code -->
<pre class="wp-block-code"><code>[gallery] &lt;b&gt;</code></pre>
<!-- /wp:code -->`;

export const CLASSIC = (site: string) => `One line
and the next.

[caption id="attachment_11" align="alignnone" width="300"]<img src="/wp-content/uploads/2019/05/sea-300x200.jpg" alt="" width="300" /> As it was[/caption]

He wrote [sic] and [[gallery]]. [gallery ids="11,12"]

[contact-form-7 id="3" title="Form"][box]Inside[/box]

<form><input name="q"></form><video src="${site}/wp-content/uploads/a.mp4"></video>

<iframe src="https://maps.example/x"></iframe>`;

export function wordpressExport(site: string): string {
  const items = [
    item(site, {
      ...{ id: 1, title: 'The sea & the shore &#8212; part 1', name: 'sea', html: BLOCKS(site) },
      ...{
        link: `${site}/2019/05/sea/`,
        excerpt: 'About <em>the</em> sea.',
        meta: { _thumbnail_id: '12' },
      },
      terms: [
        ['category', 'travel', 'Travel & food'],
        ['category', 'coast', 'Coast'],
        ['post_tag', 'water', 'Water'],
      ],
      more: '<wp:comment><wp:comment_id>1</wp:comment_id></wp:comment>',
    }),
    picture(site, 11, 'sea.jpg', 1, {
      excerpt: 'The caption',
      meta: { _wp_attachment_image_alt: 'Grey waves' },
    }),
    picture(site, 12, 'boat.png', 1),
    picture(site, 13, 'paper.pdf', 2),
    item(site, {
      ...{
        id: 2,
        title: 'Classic',
        name: 'sea',
        link: `${site}/2019/06/classic/`,
        html: CLASSIC(site),
      },
      terms: [['category', 'uncategorized', 'Uncategorized']],
    }),
    item(site, {
      ...{ id: 3, title: 'Море', name: '%d0%bc%d0%be%d1%80%d0%b5', html: '<p>Вода</p>' },
      link: `${site}/2019/05/%d0%bc%d0%be%d1%80%d0%b5/`,
    }),
    item(site, {
      id: 4,
      html: '<p>Nobody gave this text a title at all, ever.</p>',
      name: 'untitled',
      link: `${site}/2019/05/untitled/`,
    }),
    item(site, {
      id: 5,
      title: 'Draft',
      status: 'draft',
      date: '0000-00-00 00:00:00',
      html: '<p>x</p>',
    }),
    item(site, { id: 6, title: 'Private', status: 'private', name: 'private', html: '<p>x</p>' }),
    item(site, { id: 7, title: 'Secret', password: 'x', name: 'secret', html: '<p>x</p>' }),
    item(site, {
      id: 8,
      title: 'Later',
      status: 'future',
      name: 'later',
      date: '2099-05-04 08:30:00',
      html: '<p>x</p>',
    }),
    item(site, { id: 9, title: 'Old trash', status: 'trash' }),
    item(site, {
      id: 20,
      title: 'About us',
      type: 'page',
      name: 'about-us',
      link: `${site}/about-us/`,
      html: '<p>We</p>',
    }),
    item(site, {
      id: 21,
      title: 'Prices',
      type: 'page',
      name: 'prices',
      link: `${site}/prices/`,
      html: '<p>1</p>',
    }),
    item(site, { id: 22, title: 'Menu', type: 'nav_menu_item' }),
    item(site, { id: 23, title: 'Lamp', type: 'product' }),
  ];
  return `<?xml version="1.0" encoding="UTF-8" ?>
<!-- generator="WordPress/6.4" -->
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Old &nbsp; site</title><link>${site}</link><wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>${site}</wp:base_site_url><wp:base_blog_url>${site}</wp:base_blog_url>
<wp:author><wp:author_login>${cdata('ann')}</wp:author_login><wp:author_display_name>${cdata('Ann Lee')}</wp:author_display_name></wp:author>
<wp:category><wp:term_id>2</wp:term_id><wp:category_nicename>travel</wp:category_nicename><wp:category_parent></wp:category_parent><wp:cat_name>${cdata('Travel & food')}</wp:cat_name></wp:category>
<wp:category><wp:term_id>3</wp:term_id><wp:category_nicename>coast</wp:category_nicename><wp:category_parent>travel</wp:category_parent><wp:cat_name>${cdata('Coast')}</wp:cat_name></wp:category>
<wp:tag><wp:term_id>4</wp:term_id><wp:tag_slug>water</wp:tag_slug><wp:tag_name>${cdata('Water')}</wp:tag_name></wp:tag>
${items.join('\n')}
</channel></rss>`;
}
