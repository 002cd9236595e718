import { slugSchema } from '@contracts/slug';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldForSearch, objectName, searchQueryOf, slugFromTitle } from '@contracts/words/latin';
import { hasWords } from '@/lib/words/matches';

test.for<[string, string]>([
  ['Straße in Łódź', 'strasse-in-lodz'],
  ['Smørrebrød', 'smorrebrod'],
  ['ışık', 'isik'],
  ['İstanbul’da ÇAĞ', 'istanbulda-cag'],
  ['Пржилница Вардар', 'przhilnica-vardar'],
  ['Ѓорѓи и Ќерка, Џепчиште', 'gjorgji-i-kjerka-dzhepchishte'],
  ['Ђорђе Ћирић', 'djordje-ciric'],
  ['Zażółć gęślą jaźń', 'zazolc-gesla-jazn'],
  ['Shqipëria ime', 'shqiperia-ime'],
  ['Ξενοδοχείο Αθήνα', 'xenodoheio-athina'],
  ['Nguyễn Thị Ánh', 'nguyen-thi-anh'],
  ['Nguyễn Thị Ánh'.normalize('NFD'), 'nguyen-thi-anh'],
  ['Gəncə', 'gence'],
  ['Сѐ за неа', 'se-za-nea'],
  ['Ёлка', 'elka'],
  ['ᲗᲑᲘᲚᲘᲡᲘ', 'tbilisi'],
  ['Ýmir', 'ymir'],
  ['Ύδρα', 'ydra'],
  ['Ɓauna ɗan ƙasa', 'bauna-dan-kasa'],
  ['٢٠٢٦', '2026'],
  ['ǅep ﬁn Ĳssel ẞ', 'dzep-fin-ijssel-ss'],
  ['重要な文章', 'chong-yao-nawen-zhang'],
  ['£100 & 5 m²', '100-5-m2'],
])('the title %s gets the address %s', ([title, slug]) => {
  expect(slugFromTitle(title)).toBe(slug);
});

test('an address made of any title is empty or valid', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (title) => {
      const slug = slugFromTitle(title);
      if (slug !== '' && !/^(?:index|404|services)$/.test(slug)) {
        expect(slugSchema.safeParse(slug).error).toBeUndefined();
      }
    }),
  );
});

test.for<[string, string]>([
  ['Zürcher Käserei', 'Zurcher KASEREI'],
  ['Жетва', 'Žetva'],
  ['Жетва', 'zhetva'],
  ['Ђорђе Ћирић', 'Đorđe Ćirić'],
  ['Ѓорѓи Ќерка', 'Ǵorǵi Kjerka'],
  ['Џепчиште', 'Džepčište'],
  ['İstanbul', 'istanbul'],
  ['Nguyễn'.normalize('NFD'), 'Nguyen'],
  ['علی‌رضا', 'علیرضا'],
  ['ὰγάπη', 'αγαπη'],
  ['Ύδρα', 'ύδρα'],
  ['Сѐ', 'се'],
  ['Королёв', 'Королев'],
  ['ᲗᲑᲘᲚᲘᲡᲘ', 'თბილისი'],
  ['Ɓauna', 'bauna'],
  ['علي', 'علی'],
  ['كريم', 'کریم'],
  ['مدرسة', 'مدرسه'],
  ['محـمد', 'محمد'],
  ['٢٠٢٦ ۲۰۲۶ २०२६ ๒๐๒๖', '2026 2026 2026 2026'],
  ['ラーメン', 'らーめん'],
  ['ﾗｰﾒﾝ', 'ラーメン'],
  ['葛\u{E0100}城', '葛城'],
  ['Oʻzbek', "o'zbek"],
  ['STRAẞE', 'strasse'],
])('the search takes %s and %s for one', ([one, other]) => {
  expect(foldForSearch(one)).toBe(foldForSearch(other));
});

test('a search asks for the beginnings of all its words, and for each character of Chinese', () => {
  expect(searchQueryOf(' Zürcher  käs ')).toBe('zurcer:* & kas:*');
  expect(searchQueryOf("o'neill@example.ie & (x)")).toBe('o:* & neill:* & example:* & ie:* & x:*');
  expect(searchQueryOf('重要')).toBe('重:* & 要:*');
  expect(searchQueryOf('!?')).toBe('');
});

test.for(['नमस्ते दुनिया', 'អាជីវកម្ម', 'மென்பொருள்', 'বাংলা', 'ජාලය', 'مُحَمَّد'])(
  'a word of %s is one word, with its vowel signs',
  (text) => {
    expect(searchQueryOf(text).split(' & ')).toHaveLength(text.split(' ').length);
    expect(hasWords([text], text)).toBe(true);
  },
);

test.for<[string, string]>([
  ['Скопје, зима (1).PNG', 'skopje_zima_1.png'],
  ['Охрид.png', 'ohrid.png'],
  ['Zürich – See.webp', 'zurich_See.webp'],
  ['café.jpg', 'cafe.jpg'],
  ['café.jpg'.normalize('NFD'), 'cafe.jpg'],
  ['写真.jpg', 'xie_zhen.jpg'],
  ['صورة ٣.jpg', 'swr_3.jpg'],
  ['Ｌｏｇｏ.png', 'Logo.png'],
  ['our office (new)+1.png', 'our_office_new_1.png'],
  ['photo\u202Egnp.jpg', 'photo_gnp.jpg'],
  ['🎉.png', 'file.png'],
])('SAN-1: the object of %s is named %s', ([file, name]) => {
  expect(objectName(file)).toBe(name);
  expect(objectName(name)).toBe(name);
});
