-- Local development only: six case studies of invented clients and a short way to become staff.
-- Hosted projects never run this file. Accounts are not seeded here: they are made through the Auth API.
-- Pictures are drawn in supabase/seed/images and uploaded to images/seed/ as WebP on first start.

-- One statement, so that metrics and pictures come only together with a new study: a second run must
-- not bring back rows that staff have deleted since.
with new_studies as (
  insert into public.case_studies (
    id, title, headline, subhead, description,
    challenge, solution, results, what_we_loved, client_quote,
    outcome, industry, meta_description, status, service_tags, technologies,
    client_name, client_url, client_logo_url, timeline, role,
    cta_headline, cta_text, hero_image_url, created_at, updated_at
  )
  values
    (
      'b7eeed2b-f85a-4de2-99e6-ef2a97c42d21',
      'A greengrocer that delivers by bicycle',
      'The Saturday market, open all week',
      'Larder & Lane sold vegetables from one corner in Brooklyn. Now three neighborhoods order the same crates online.',
      'An online shop for a Brooklyn greengrocer, built around what is in season this week and how much one bicycle can carry.',
      $$Larder & Lane has sold fruit and vegetables on the same corner in Greenpoint since 1998. Regulars started asking for deliveries, and for a year the owners took orders by text message and wrote them on paper bags. On a busy Friday that meant ninety messages, a dozen of them lost.

A ready-made shop did not fit. Stock changes twice a day, a pear is sold by weight, and the only vehicle is a cargo bike that holds eleven crates. The site had to know all three.$$,
      $$We began with two mornings behind the counter and a notebook. The shop we built opens on this week’s produce, not on categories, and each item carries a small calendar that shows when it is at its best. Staff update the list from a phone between customers.

Delivery times follow the bike. Every order is counted in crates, and a slot closes when the bike is full. Items sold by weight are charged after packing, with a ceiling agreed at checkout, so nobody is surprised.$$,
      $$The shop opened in May with twenty households and reached two hundred and forty weekly orders by the end of its first year. Packing an order now takes six minutes; it used to take fifteen. Two people who spent their evenings copying messages went back to buying and cooking.

Waste fell as well. Because orders close the night before, the owners buy what has already been sold, and the compost bin behind the store is emptied once a week where it used to be twice.$$,
      $$The season calendar was a sketch on a receipt. One of the owners drew twelve boxes to explain why she refuses to sell tomatoes in January, and we kept the boxes exactly as she drew them. Customers now plan around it, and a few have printed it.

We also liked building for a limit that everyone can see. When a slot says “the bike is full”, people smile and pick another day. No clever message would have worked as well as the truth.$$,
      'They asked how many crates fit on the bike before they asked about colors. That is when I knew it would be fine. — Dana Whitlock, co-owner of Larder & Lane',
      'A neighborhood shop that takes 240 orders a week without another van, warehouse or evening shift.',
      'Food and retail',
      'How we built an online shop for a Brooklyn greengrocer: seasonal stock, honest delivery slots and 240 weekly orders by cargo bike.',
      'published',
      array['Web Development', 'Creative Design'],
      array['React', 'PostgreSQL', 'Stripe', 'Playwright'],
      'Larder & Lane',
      'https://larder-lane.example',
      '/storage/v1/object/public/images/seed/larder-lane-logo.webp?v=480x192.1',
      '14 weeks',
      'Research, design, development',
      'Selling something that changes every day?',
      'Tell us how your shop really works, odd rules included. We will tell you what can be simple.',
      '/storage/v1/object/public/images/seed/larder-lane-cover.webp?v=1600x900_320-640-960-1280.1',
      '2024-03-18 14:05:00+00',
      '2026-10-14 09:20:00+00'
    ),
    (
      '25ad9bdc-a64e-41d2-b84d-32ba18689298',
      'A forecast that fits the ferry timetable',
      'Tomorrow’s riders, on one screen',
      'Harbor Line plans boats and crews a day ahead. We gave its dispatchers a forecast they can read, question and overrule.',
      'A rider forecast and planning dashboard for a small ferry operator in New York Harbor, used by dispatchers and captains.',
      $$Harbor Line runs seven boats between Brooklyn piers. On a sunny Friday the 18:00 from Dumbo leaves people behind; on a wet one it sails half empty. Dispatchers planned from memory and a spreadsheet, and the two people who knew the patterns best were about to retire.

An earlier attempt with bought software had failed. It printed a number without a reason, and after three bad weekends nobody opened it. Trust was a bigger problem than arithmetic.$$,
      $$We trained a modest model on four years of ticket counts, weather and the city’s event calendar. It runs every afternoon on one small server. Next to each forecast stand the three things that moved it most, in plain words: rain after four, a concert in Red Hook, the last school day.

The dashboard shows the day hour by hour, the load per pier and the crew rota below. A dispatcher can overrule any figure, and the reason they type is shown when the day is reviewed.$$,
      $$In its first season the forecast was within eight percent of the real count on four days out of five. Departures that left riders on the pier fell from forty-one a month to fourteen. Overtime went down a little, and short-notice calls to crew at home went down a lot.

Dispatchers overrule about one figure in twelve, and they are right more often than not. Those corrections go back into the model each month.$$,
      $$The best meeting of the project was a boat ride. A captain pointed at a pier and told us that strollers, not people, decide how long boarding takes on Sundays. The stroller count became a field, and Sunday forecasts improved within a month.

We are also fond of what we left out. There is no score for dispatchers and no alarm sound. The screen hangs in a small room where people have to think, and it behaves accordingly.$$,
      'It tells me why. When it is wrong I can see where it went wrong, and I fix it before the first boat. — Luis Ferreira, head of dispatch, Harbor Line Ferries',
      'Fewer riders left on the pier, and a plan that survives the people who used to carry it in their heads.',
      'Transport',
      'A rider forecast and planning dashboard for Brooklyn ferries: explained figures, calmer dispatchers, fewer people left on the pier.',
      'published',
      array['AI Implementation', 'Web Development'],
      array['Python', 'PostgreSQL', 'React', 'D3'],
      'Harbor Line Ferries',
      'https://harbor-line.example',
      '/storage/v1/object/public/images/seed/harbor-line-logo.webp?v=480x192.1',
      '7 months',
      'Data work, interface design, development',
      'Planning from memory and a spreadsheet?',
      'Bring us a month of your numbers. We will tell you honestly whether a forecast would help.',
      '/storage/v1/object/public/images/seed/harbor-line-cover.webp?v=1600x900_320-640-960-1280.1',
      '2025-09-02 16:40:00+00',
      '2026-09-22 13:10:00+00'
    ),
    (
      'f360a550-e7dc-4194-a3d1-b27a04449092',
      'Пржилница Вардар: a brand book for a roastery',
      'A bridge, a bean and one good red',
      'A family roastery in Skopje had beautiful coffee and five different logos. We drew one, and a book that explains it.',
      'A name, a mark and a brand book in two alphabets for a coffee roastery near the Stone Bridge in Skopje.',
      $$The Stojanovski family has roasted coffee in Skopje for three generations. Over the years the roastery had collected five logos, two spellings and a different label for every bag size. The shop was loved, but on a supermarket shelf nobody recognized it.

The owners wanted to sell in other cities without looking like a chain. Everything had to work in Cyrillic first and in Latin second, on a paper bag printed with a single color, and in the hands of a printer around the corner.$$,
      $$We drew a mark from two things the family sees every day: the arches of the Stone Bridge and a bean above them like a morning sun. It is built on a plain grid, so that a sign painter can copy it with a ruler and a string.

The brand book has thirty-two pages. It sets out the mark, four colors, a pattern made of arches, and lettering for both alphabets. The last chapter lists what each printer in town can and cannot do.$$,
      $$The new bags reached the shelves in the autumn of 2023. By the following summer the roastery was sold in nineteen shops in four cities, up from six shops in one. The cost of printing fell because every bag now shares one plate and a colored label.

The family makes new things without calling us, which is the point of a book. Cups, a loyalty card and the front of the second shop were all made from its pages, and they look right.$$,
      $$We spent an afternoon in the archive of the city museum, looking at shop signs from the 1930s. The broad, low letter Д on the bags comes from a pharmacy that no longer exists. The grandmother of the family recognized it before anyone had said a word.

The loyalty card is our favorite page. Ten beans, one free coffee, no app. The waiters stamp it with a small rubber bean, and people keep full cards in their wallets because they like them.$$,
      'For the first time our grandfather’s coffee looks the way it tastes. And I can explain the rules to a printer in five minutes. — Елена Стојановска, owner of Пржилница Вардар',
      'One mark in two alphabets, and a book clear enough that the family designs the next cup itself.',
      'Food and drink',
      'A brand book in Cyrillic and Latin for a Skopje coffee roastery: one mark, four colors, one printing plate and nineteen new shelves.',
      'published',
      array['Creative Design'],
      array['Glyphs', 'Affinity Designer', 'Letterpress', 'Offset printing'],
      'Пржилница Вардар',
      'https://vardar.example',
      '/storage/v1/object/public/images/seed/vardar-roastery-logo.webp?v=480x192.1',
      '5 months',
      'Identity, lettering, packaging, brand book',
      null,
      null,
      '/storage/v1/object/public/images/seed/vardar-roastery-cover.webp?v=1600x900_320-640-960-1280.1',
      '2023-05-11 08:30:00+00',
      '2026-08-05 07:45:00+00'
    ),
    (
      'b30eb55e-efee-47b8-92f2-8853e84c2f81',
      'Seven nights of film under paper lanterns',
      'A festival you find by walking past it',
      'Lantern Row shows films in parking lots and courtyards. Its third year needed a full house and had a small budget.',
      'Posters, tickets and a two-week local campaign for an outdoor film festival in Los Angeles.',
      $$Lantern Row Film Week shows independent films outdoors, in seven places along one street in Los Angeles. Two years of rain and competing events had left it with half-empty courtyards. The organizers are volunteers, and the whole budget was smaller than a single billboard.

They did not need the whole city. They needed people who live within two miles, most of whom had never heard of the festival although they pass its venues every day.$$,
      $$We drew three posters, each a small story with a lantern in it:

- **The moon**, for the nights in the courtyards
- **The projector**, for the parking lots
- **The palm**, with a black cat in it that children were the first to notice

They were pasted on hoardings along the street three weeks before the opening, without a word about sponsors.

Online we kept to the neighborhood. Short clips of the posters going up ran within two miles *only*, and every link led to [a single page](https://lantern-row.example) with seven dates and one button.$$,
      $$Six of the seven nights sold out, and the seventh missed by thirty chairs. In all 2,860 people came, against 1,540 the year before. Two in three said at the gate that a poster had told them first.

The campaign stayed below its budget by eleven percent, and the rest paid for blankets. Eighty-five people signed up as volunteers for the next year, which the organizers count as the better result.$$,
      $$The posters were printed by a shop two doors from the first venue. The printer suggested the slightly wrong orange, we tried it, and it glowed under street lamps in a way our own choice never did. It is now the festival’s color.

On the last night somebody had peeled a poster from the wall and asked the projectionist to sign it. We could not have planned a better review, and we did not ask for it back.$$,
      'People brought their neighbors because they wanted to show them the cat. I have no chart for that, but I have full courtyards. — Marisol Vega, director of Lantern Row Film Week',
      'Six sold-out nights from three posters and a campaign that never left the neighborhood.',
      'Arts and culture',
      'Three posters, one street and a two-mile campaign: how an outdoor film week in Los Angeles nearly doubled its audience in a year.',
      'published',
      array['Digital Marketing', 'Creative Design'],
      array['Risograph', 'After Effects', 'Plausible'],
      'Lantern Row Film Week',
      'https://lantern-row.example',
      '/storage/v1/object/public/images/seed/lantern-row-logo.webp?v=480x192.1',
      '9 weeks',
      'Campaign idea, illustration, media planning',
      'A small budget and a date that will not move?',
      'We like both. Tell us who should come and how far they live from the door.',
      '/storage/v1/object/public/images/seed/lantern-row-cover.webp?v=1600x900_320-640-960-1280.1',
      '2024-11-06 18:15:00+00',
      '2026-06-18 17:30:00+00'
    ),
    (
      'cf6ee906-f9b1-4e2a-a645-ac9bf2d7b3d3',
      'Switchback: trail reports that work without signal',
      'Know before you climb',
      'Sixty volunteers look after 210 miles of trail above Los Angeles. Their app tells walkers what changed this morning.',
      'A phone app for hikers and trail volunteers in the hills above Los Angeles, made to work where there is no signal.',
      $$After the storms of 2024 a third of the trails above Los Angeles was closed, reopened and closed again. Switchback Trails, a volunteer group, kept the list in a document that was always a few days old. Walkers met fallen trees and turned around, or did not turn around and needed help.

Volunteers knew every slide and washout, but they knew it on the mountain, where phones have no signal. By evening, at home, half of it was forgotten.$$,
      $$We built an app that keeps the whole map on the phone. A report is four taps and a photo: tree, water, slide or sign. It waits in the pocket until the phone finds a signal and then sends itself, with the place and the hour already filled in.

Walkers see the same map with one color per trail. Small plates on the signposts carry a code that opens the page of that very trail, for people who would never install anything.$$,
      $$Volunteers filed 1,300 reports in the first nine months; the old document had gathered about two hundred a year. The median age of trail information fell from four days to seven hours. Rangers tell us that calls from people stuck behind a closure have become rare on weekdays.

The group found new members too. One walker in forty who files a report later comes to a work day with a saw, which nobody had expected from a form.$$,
      $$We tested on the trail, with gloves, in the sun and with a dog on the leash. Three ideas died on the first steep mile. What survived is large, high in contrast and can be used with one thumb while the other hand holds a rail.

The app has no feed, no badges and no leaderboard. A volunteer told us it feels like a pocket knife. We have that sentence on the wall now, and it settles many arguments.$$,
      'I put my phone away and look at the trail again. The report takes me ten seconds and I know it will arrive. — Grace Okafor, trail captain, Switchback Trails',
      'Trail news that is hours old where it used to be days old, kept by volunteers who enjoy filing it.',
      'Outdoors and nonprofit',
      'An offline-first trail app for Los Angeles volunteers: four-tap reports, maps that need no signal and news that is hours old, not days.',
      'published',
      array['Web Development', 'Creative Design', 'Digital Marketing'],
      array['React Native', 'MapLibre', 'SQLite', 'PostGIS'],
      'Switchback Trails',
      'https://switchback.example',
      '/storage/v1/object/public/images/seed/switchback-logo.webp?v=480x192.1',
      '6 months',
      'Field research, product design, development',
      null,
      null,
      '/storage/v1/object/public/images/seed/switchback-cover.webp?v=1600x900_320-640-960-1280.1',
      '2025-02-20 19:00:00+00',
      '2026-04-09 20:05:00+00'
    ),
    (
      '28b24e9b-0a86-4736-a1c6-88c3c138ff97',
      'Vila Šumica: a quiet website for a quiet house',
      'Seven rooms, one lake, no pop-ups',
      'A mountain guesthouse in Mavrovo wanted guests to book with the family, and the family wanted its evenings back.',
      'A bilingual booking site for a guesthouse in Mavrovo, with a part-time assistant who answers every request.',
      $$Vila Šumica has seven rooms above the lake in Mavrovo, an hour and a half from Skopje. Nearly all bookings came through two large portals, which took a fifth of every stay and sent guests who had not read that the road is steep and the Wi-Fi slow.

The family answered letters after dinner, in three languages, often past midnight. They wanted fewer messages, guests who knew what to expect, and a page that looked as calm as the house.$$,
      $$The site has one picture, one calendar and one question: when would you like to come? Prices are shown with the tourist tax, the steep road is described in the second paragraph, and both languages are written by hand, not translated by machine.

We also found the family an assistant in Skopje who works two hours each morning. She answers requests from a short handbook we wrote together, and passes on what only the house can decide.$$,
      $$The site has been open since the end of August, so these are early figures. In the first eight weeks thirty-eight stays were booked directly, about one in three, and every request was answered before noon on the next day.

The family reports dinner without a telephone on the table. We will complete this page after the winter season, when the calendar has been full at least once and the handbook has met its first snowstorm.$$,
      $$We stayed for two nights before drawing anything. The drawing of the house on the front page was made on the jetty, at the hour when the windows light up, and the family asked us to leave the crooked chimney crooked.

The handbook for the assistant is twelve pages long and mostly about tone. “Answer as if the guest were already sitting in the kitchen” is its first sentence. It came from the grandmother, and it is better than anything we wrote.$$,
      'Guests arrive and already know about the road. They even know the name of the dog. — Марко Илиевски, host at Vila Šumica',
      'Direct bookings for one stay in three, and evenings that belong to the family again.',
      'Hospitality',
      'A bilingual booking site and a part-time assistant for a guesthouse in Mavrovo: one calendar, honest prices and free evenings at home.',
      'draft',
      array['Web Development', 'Virtual Assistant Placement'],
      array['Astro', 'Supabase', 'Figma'],
      'Vila Šumica',
      'https://vila-sumica.example',
      '/storage/v1/object/public/images/seed/vila-sumica-logo.webp?v=480x192.1',
      '10 weeks',
      'Design, development, assistant placement',
      null,
      null,
      '/storage/v1/object/public/images/seed/vila-sumica-cover.webp?v=1600x900_320-640-960-1280.1',
      '2026-08-24 10:00:00+00',
      '2026-10-27 11:35:00+00'
    )
  on conflict (id) do nothing
  returning id
),
new_metrics as (
  insert into public.case_study_metrics (id, case_study_id, metric_value, metric_label, display_order)
  select metric.id, metric.case_study_id, metric.metric_value, metric.metric_label, metric.display_order
  from (
    values
      ('1e976cbf-948c-4f8d-b93d-442e75a687d2'::uuid, 'b7eeed2b-f85a-4de2-99e6-ef2a97c42d21'::uuid, '240', 'orders in a normal week', 1),
      ('5bcf2d99-75e5-42c6-b351-514fdb04c097', 'b7eeed2b-f85a-4de2-99e6-ef2a97c42d21', '6 min', 'to pack an order, down from 15', 2),
      ('636a4744-143e-4f7d-80b7-aec2343cdae6', 'b7eeed2b-f85a-4de2-99e6-ef2a97c42d21', '−48%', 'unsold produce', 3),
      ('f1a715ec-5a27-4a6c-944c-d6f3f2fb7bde', '25ad9bdc-a64e-41d2-b84d-32ba18689298', '14', 'departures a month that left riders behind, down from 41', 1),
      ('7eb2e393-7f82-4105-9853-e800af03c519', '25ad9bdc-a64e-41d2-b84d-32ba18689298', '4 of 5', 'days forecast within 8%', 2),
      ('14f76f3f-eaa9-458a-9627-4807d9500fc9', '25ad9bdc-a64e-41d2-b84d-32ba18689298', '1 in 12', 'figures overruled by a dispatcher', 3),
      ('26d484a6-1b1f-4bf9-8e39-b32e08de9994', '25ad9bdc-a64e-41d2-b84d-32ba18689298', '7', 'boats planned on one screen', 4),
      ('9f72e250-2b89-46e2-9d19-c2d63d5e7767', 'f360a550-e7dc-4194-a3d1-b27a04449092', '19', 'shops stock the coffee, up from 6', 1),
      ('32692fbb-f41f-4407-8046-9182150d9b0a', 'f360a550-e7dc-4194-a3d1-b27a04449092', '32', 'pages in the brand book', 2),
      ('0865b2ce-ce67-40ab-a10c-5ec3cc85b6a8', 'b30eb55e-efee-47b8-92f2-8853e84c2f81', '2,860', 'visitors in seven nights', 1),
      ('feb4724d-435c-450e-9ed0-d23de58364e7', 'b30eb55e-efee-47b8-92f2-8853e84c2f81', '6 of 7', 'nights sold out', 2),
      ('4ab6a422-36d0-4247-8eda-562caa797f0f', 'b30eb55e-efee-47b8-92f2-8853e84c2f81', '2 in 3', 'visitors came because of a poster', 3),
      ('252d0ba8-4663-4a9d-9520-a6aaebd3d6e7', 'cf6ee906-f9b1-4e2a-a645-ac9bf2d7b3d3', '7 h', 'median age of trail news, was 4 days', 1),
      ('d6de65bc-6f23-4301-9d4d-8649756a7243', 'cf6ee906-f9b1-4e2a-a645-ac9bf2d7b3d3', '1,300', 'reports in nine months', 2),
      ('590bf7ac-2b7c-496c-bf73-dc35a3ff648c', 'cf6ee906-f9b1-4e2a-a645-ac9bf2d7b3d3', '4', 'taps to file a report', 3),
      ('cec8d746-3575-4473-88de-a6e06656ea95', '28b24e9b-0a86-4736-a1c6-88c3c138ff97', '1 in 3', 'stays booked directly', 1),
      ('e84fefec-6928-4a95-a1b8-37c7223e10c3', '28b24e9b-0a86-4736-a1c6-88c3c138ff97', '38', 'direct bookings in eight weeks', 2)
  ) as metric (id, case_study_id, metric_value, metric_label, display_order)
  join new_studies on new_studies.id = metric.case_study_id
)
insert into public.case_study_gallery (id, case_study_id, image_url, caption, alt_text, display_order)
select
  picture.id, picture.case_study_id,
  case when picture.file_name like 'https:%' then '' else '/storage/v1/object/public/images/seed/' end
    || picture.file_name,
  picture.caption, picture.alt_text, picture.display_order
from (
  values
    (
      'bde393e0-638d-453c-bafd-00c163efb4e0'::uuid, 'b7eeed2b-f85a-4de2-99e6-ef2a97c42d21'::uuid, 'larder-lane-1.webp?v=1600x1200_320-640-960-1280.1',
      'The shop opens on this week’s harvest',
      'Shop page in a browser window: a banner that says “This week from the valley” above two rows of fruit, bread, eggs and vegetables with prices',
      1
    ),
    (
      '937cef86-6cf4-4d95-9a22-810bbbcf5ca0', 'b7eeed2b-f85a-4de2-99e6-ef2a97c42d21', 'larder-lane-2.webp?v=1600x1000_320-640-960-1280.1',
      'Every product carries its season',
      'Product page with a large orange squash on the left and, on the right, its name, a price of $5.20, a row of twelve months and an “Add to box” button',
      2
    ),
    (
      'e5dfa745-933b-4f12-bcf7-1365f9cb6d88', 'b7eeed2b-f85a-4de2-99e6-ef2a97c42d21', 'larder-lane-3.webp?v=1600x1200_320-640-960-1280.1',
      'Basket and delivery slot on the phone',
      'Two phones side by side: a basket with tomatoes, a leek, bread and eggs, and a screen to choose Thursday between 16 and 18 o’clock',
      3
    ),
    (
      'ad766644-c2e8-448f-83ed-c8ba252a4dec', 'b7eeed2b-f85a-4de2-99e6-ef2a97c42d21', 'larder-lane-4.webp?v=1600x1200_320-640-960-1280.1',
      'The limit everyone can see',
      'A courier in an orange helmet rides a cargo bike full of vegetables past colorful Brooklyn houses with water towers',
      4
    ),
    (
      '4565023d-3c6d-420e-8836-598782f52296', '25ad9bdc-a64e-41d2-b84d-32ba18689298', 'harbor-line-1.webp?v=1600x1000_320-640-960-1280.1',
      'Forecast, load per pier and crew rota on one screen',
      'Dark dashboard titled “Tomorrow” with four key figures, a curve of riders by hour peaking at nine and eighteen o’clock, a heat map of the week and bars for four piers',
      1
    ),
    (
      '7782c3cb-29ef-416d-a8a0-c812c99955cf', '25ad9bdc-a64e-41d2-b84d-32ba18689298', 'harbor-line-2.webp?v=1600x1200_320-640-960-1280.1',
      'The same day, seen from the wheelhouse',
      'Wheelhouse of a ferry with a wooden wheel; a screen shows Friday’s 7.40 departure at 78 percent, and a bridge and another ferry are visible outside',
      2
    ),
    (
      '0f2c2dfd-d262-44d6-8630-8df3dacd2b85', 'f360a550-e7dc-4194-a3d1-b27a04449092', 'vardar-roastery-1.webp?v=1600x1000_320-640-960-1280.1',
      'The mark is built with a ruler and a string',
      'Spread of the brand book: the bridge and bean mark on a construction grid, and the finished mark in four color pairs on a dark page',
      1
    ),
    (
      '66bb5882-8c05-4f77-b40f-ba6bf10b869b', 'f360a550-e7dc-4194-a3d1-b27a04449092', 'vardar-roastery-2.webp?v=1600x1200_320-640-960-1280.1',
      'Three roasts, one plate, three labels',
      'Three coffee bags in blue, dark blue and cream, each with the bridge mark and the word “Вардар”, beside an espresso cup and scattered beans',
      2
    ),
    (
      '7492c7ee-c622-4fa7-95f2-c62755d19afb', 'f360a550-e7dc-4194-a3d1-b27a04449092', 'vardar-roastery-3.webp?v=1600x1000_320-640-960-1280.1',
      'A pattern of arches, and the loyalty card',
      'Five swatches of a repeating arch pattern with a business card and a loyalty card on which seven of ten beans are stamped',
      3
    ),
    (
      '6e841f72-c942-453f-91e3-4a4029a481b4', 'f360a550-e7dc-4194-a3d1-b27a04449092', 'vardar-roastery-4.webp?v=1600x1200_320-640-960-1280.1',
      'The second shop, made from the book',
      'Shop front with the sign “Пржилница Вардар”, a red and white awning, a roasting drum in the window and two people in front',
      4
    ),
    (
      '088cdd6d-39f8-483c-b833-b45caab21943', 'b30eb55e-efee-47b8-92f2-8853e84c2f81', 'lantern-row-1.webp?v=1600x1000_320-640-960-1280.1',
      'The series: moon, projector, palm',
      'Three festival posters hang side by side: a lantern as a moon over hills, a film projector and a palm tree with lanterns and a black cat; tickets and badges lie below',
      1
    ),
    (
      '8c1f0a52-64d5-4a43-9d2e-0f6b7f4c35aa', 'b30eb55e-efee-47b8-92f2-8853e84c2f81', 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
      'The film of the second night: Big Buck Bunny, by the Blender Foundation',
      null,
      2
    ),
    (
      '02dd0f15-d8f1-44f5-ba50-e10d380396e6', 'cf6ee906-f9b1-4e2a-a645-ac9bf2d7b3d3', 'switchback-1.webp?v=1600x1000_320-640-960-1280.1',
      'Nearby trails, the map, a report',
      'Three phone screens: a list of nearby trails with their condition, a map of Echo Canyon with a closed section dotted, and a report form with the choice “Tree” selected',
      1
    ),
    (
      'b5d42a4d-f5de-4745-a685-331516ead245', 'cf6ee906-f9b1-4e2a-a645-ac9bf2d7b3d3', 'switchback-2.webp?v=1600x1200_320-640-960-1280.1',
      'The paper map stays on the table',
      'A folded paper trail map on a wooden table with a compass, a pencil, a cup of coffee and a phone that shows the same canyon',
      2
    ),
    (
      '423d282d-e1e0-4db9-b8a5-c4c777347a31', 'cf6ee906-f9b1-4e2a-a645-ac9bf2d7b3d3', 'switchback-3.webp?v=1600x1200_320-640-960-1280.1',
      'A code on the signpost opens the trail’s own page',
      'Wooden signpost with three colored arrows and a square code on a plate; two hikers walk up a path between palms',
      3
    ),
    (
      '5456642d-b20b-4611-9286-6990cd22461b', '28b24e9b-0a86-4736-a1c6-88c3c138ff97', 'vila-sumica-1.webp?v=1600x1200_320-640-960-1280.1',
      'One picture, one headline, one button',
      'Home page of Vila Šumica: a house with a red roof between pines and a lake under the words “A quiet week in Mavrovo”',
      1
    ),
    (
      '460e2ee7-2978-46ab-a234-0c4ca1a0688b', '28b24e9b-0a86-4736-a1c6-88c3c138ff97', 'vila-sumica-2.webp?v=1600x1000_320-640-960-1280.1',
      'The price is the price, tax included',
      'Booking calendar for May with one week selected and a card for the Lake Room that adds seven nights and tax to 417',
      2
    ),
    (
      '0a849c5f-71d4-4c5d-802e-f5db6c22c91a', '28b24e9b-0a86-4736-a1c6-88c3c138ff97', 'vila-sumica-3.webp?v=1600x1200_320-640-960-1280.1',
      'Macedonian and English, both written by hand',
      'Two phones at night in front of a dark forest show the same page in Macedonian and in English',
      3
    )
) as picture (id, case_study_id, file_name, caption, alt_text, display_order)
join new_studies on new_studies.id = picture.case_study_id;

-- The rule "any @example.com address is staff" exists in this local seed only, never in a migration.
create or replace function private.staff_example_addresses()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if lower(new.email) like '%@example.com' then
    insert into public.staff_members (email, role)
    values (
      lower(new.email),
      case when lower(new.email) = 'staff@example.com' then 'owner' else 'editor' end
    )
    on conflict do nothing;
    -- A local backend sends no mail about it.
    delete from private.mails
    using public.audit_events as event
    where event.id = event_id and event.subject = lower(new.email);
  end if;
  return new;
end
$$;
revoke execute on function private.staff_example_addresses() from public;
comment on function private.staff_example_addresses() is
  'Local seed only: an account with an @example.com address becomes staff.';

drop trigger if exists staff_example_addresses on auth.users;
create trigger staff_example_addresses
  after insert on auth.users
  for each row execute function private.staff_example_addresses();
