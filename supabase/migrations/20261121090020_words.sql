-- Words of people in any alphabet: their Latin spelling, for addresses, and their folded form, for the search.

-- In Latin letters, digits and lower case: each letter that normalisation does not turn into a-z is followed by its spelling.
-- Letters of both cases are listed, because lower() depends on the locale of the database. contracts/words/latin.ts spells
-- with a library; tests/database/words.test.ts compares every letter.
create function private.spell(value text)
returns text
language plpgsql
immutable
strict
set search_path = ''
as $$
declare
  spellings constant text :=
    ' Æae Ðd Øo Þth ßss æae ðd øo þth Đd đd Ħh ħh ıi ĸk Łl łl Ŋng ŋng Œoe œoe Ŧt ŧt ƀb Ɓb Ƃb ƃb Ƅ6 ƅ6 Ɔo Ƈc ƈc'
    ' Ɖd Ɗd Ƌd ƌd ƍd Ǝe Əe Ɛe Ƒf ƒf Ɠg Ɣg ƕhv Ɩi Ɨi Ƙk ƙk ƚl ƛl Ɯw Ɲn ƞn Ɵo Ƣoi ƣoi Ƥp ƥp Ʀr Ƨ2 ƨ2 Ʃs ƪsh ƫt Ƭt'
    ' ƭt Ʈt Ʊu Ʋv Ƴy ƴy Ƶz ƶz Ʒz Ƹzh ƹzh ƺzh ƻ2 Ƽ5 ƽ5 ƾts ƿw ǀ ǁ ǂ ǃ ǝe Ǣae ǣae Ǥg ǥg Ǯzh ǯzh Ƕhv Ƿw Ǽae ǽae Ǿo'
    ' ǿo Ȝy ȝy Ƞn ȡd Ȣou ȣou Ȥz ȥz ȴl ȵn ȶt ȷj ȸdb ȹqp Ⱥ Ȼc ȼc Ƚl Ⱦ ȿs ɀz Ɂ ɂ Ƀb Ʉu Ʌ Ɇe ɇe Ɉj ɉj Ɋq ɋq Ɍr ɍr'
    ' Ɏy ɏy ɐa ɑa ɒa ɓb ɔo ɕc ɖd ɗd ɘe əe ɚ ɛe ɜe ɝe ɞe ɟj ɠg ɡg ɢg ɣg ɤu ɥy ɦh ɧh ɨi ɩi ɪi ɫl ɬl ɭl ɮlz ɯw ɰw'
    ' ɱm ɲn ɳn ɴn ɵo ɶoe ɷo ɸf ɹr ɺr ɻr ɼr ɽr ɾr ɿr ʀr ʁr ʂs ʃs ʄj ʅs ʆs ʇt ʈt ʉu ʊu ʋv ʌ ʍw ʎy ʏy ʐz ʑz ʒz ʓz'
    ' ʔ ʕ ʖ ʗc ʘ ʙb ʚe ʛg ʜh ʝj ʞk ʟl ʠq ʡ ʢ ʣdz ʤdz ʥdz ʦts ʧts ʨtc ʩfn ʪls ʫlz ʬww ʭ ʮh ʯh Άa Έe Ήi Ίi Όo Ύy'
    ' Ώo ΐi Αa Βv Γg Δd Εe Ζz Ηi Θth Ιi Κk Λl Μm Νn Ξx Οo Πp Ρr Σs Τt Υy Φf Χh Ψps Ωo Ϊi Ϋy άa έe ήi ίi ΰy αa'
    ' βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr ςs σs τt υy φf χh ψps ωo ϊi ϋy όo ύy ώo Ѐe Ёe Ђdj Ѓgj'
    ' Єie Ѕdz Іi Їyi Јj Љlj Њnj Ћc Ќkj Ѝi Ўu Џdzh Аa Бb Вv Гg Дd Еe Жzh Зz Иi Йy Кk Лl Мm Нn Оo Пp Рr Сs Тt Уu'
    ' Фf Хh Цc Чch Шsh Щshch Ъ Ыy Ь Эe Юyu Яya аa бb вv гg дd еe жzh зz иi йy кk лl мm нn оo пp рr сs тt уu фf'
    ' хh цc чch шsh щshch ъ ыy ь эe юyu яya ѐe ёe ђdj ѓgj єie ѕdz іi їyi јj љlj њnj ћc ќkj ѝi ўu џdzh Ґg ґg Ғg'
    ' ғg Ҕg ҕg Җzh җzh Ҙz ҙz Қk қk Ҝk ҝk Ҟk ҟk Ҡk ҡk Ңn ңn Ҥng ҥng Ҧp ҧp Ҩkh ҩkh Ҫs ҫs Ҭt ҭt Үu үu Ұu ұu Ҳkh'
    ' ҳkh Ҵtts ҵtts Ҷch ҷch Ҹch ҹch Һh һh Ҽch ҽch Ҿch ҿch Ӏ Ӂzh ӂzh Ӄk ӄk Ӆ ӆ Ӈn ӈn Ӊ ӊ Ӌch ӌch Ӎ ӎ ӏ Ӑa ӑa Ӓa'
    ' ӓa Ӕae ӕae Ӗie ӗie Әa әa Ӛ ӛ Ӝzh ӝzh Ӟz ӟz Ӡdz ӡdz Ӣi ӣi Ӥi ӥi Ӧo ӧo Өo өo Ӫo ӫo Ӭe ӭe Ӯu ӯu Ӱu ӱu Ӳu ӳu'
    ' Ӵch ӵch Ӷ ӷ Ӹy ӹy Ӻ ӻ Ӽ ӽ Ӿ ӿ Աa Բb Գg Դd Եe Զz Էe Ըe Թt Ժzh Իi Լl Խkh Ծts Կk Հh Ձdz Ղgh Ճch Մm Յy Նn Շsh'
    ' Ոo Չch Պp Ջj Ռrh Սs Վv Տt Րr Ցts Ւw Փp Քk Օo Ֆf ՙ ՠ աa բb գg դd եe զz էe ըe թt ժzh իi լl խkh ծts կk հh'
    ' ձdz ղgh ճch մm յy նn շsh ոo չch պp ջj ռrh սs վv տt րr ցts ւw փp քk օo ֆf ٠0 ١1 ٢2 ٣3 ٤4 ٥5 ٦6 ٧7 ٨8 ٩9 ۰0'
    ' ۱1 ۲2 ۳3 ۴4 ۵5 ۶6 ۷7 ۸8 ۹9 ०0 १1 २2 ३3 ४4 ५5 ६6 ७7 ८8 ९9 ০0 ১1 ২2 ৩3 ৪4 ৫5 ৬6 ৭7 ৮8 ৯9 ੦0 ੧1 ੨2 ੩3 ੪4 ੫5'
    ' ੬6 ੭7 ੮8 ੯9 ૦0 ૧1 ૨2 ૩3 ૪4 ૫5 ૬6 ૭7 ૮8 ૯9 ௦0 ௧1 ௨2 ௩3 ௪4 ௫5 ௬6 ௭7 ௮8 ௯9 ౦0 ౧1 ౨2 ౩3 ౪4 ౫5 ౬6 ౭7 ౮8 ౯9 ೦0'
    ' ೧1 ೨2 ೩3 ೪4 ೫5 ೬6 ೭7 ೮8 ೯9 ൦0 ൧1 ൨2 ൩3 ൪4 ൫5 ൬6 ൭7 ൮8 ൯9 ๐0 ๑1 ๒2 ๓3 ๔4 ๕5 ๖6 ๗7 ๘8 ๙9 ໐0 ໑1 ໒2 ໓3 ໔4 ໕5'
    ' ໖6 ໗7 ໘8 ໙9 ၀0 ၁1 ၂2 ၃3 ၄4 ၅5 ၆6 ၇7 ၈8 ၉9 აa ბb გg დd ეe ვv ზz თt იi კk ლl მm ნn ოo პp ჟzh რr სs ტt უu ფp'
    ' ქk ღg ყq შsh ჩch ცc ძz წc ჭch ხx ჯj ჰh ჱe ჲy ჳw ჴxh ჵoe ჶf ០0 ១1 ២2 ៣3 ៤4 ៥5 ៦6 ៧7 ៨8 ៩9 Აa Ბb Გg Დd Ეe'
    ' Ვv Ზz Თt Იi Კk Ლl Მm Ნn Ოo Პp Ჟzh Რr Სs Ტt Უu Ფp Ქk Ღg Ყq Შsh Ჩch Ცc Ძz Წc Ჭch Ხx Ჯj Ჰh Ჱe Ჲy Ჳw Ჴxh Ჵoe'
    ' Ჶf ẞss ';
  spelled text := value;
  -- Those of the list: texts of other alphabets have thousands of different letters.
  foreign_letters text := regexp_replace(
    value,
    '[^\u00c0-\u02af\u0386-\u03ce\u0400-\u045f\u0490-\u04ff\u0531-\u0586\u0660-\u0669\u06f0-\u06f9\u0966-\u096f'
      '\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f\u0e50-\u0e59'
      '\u0ed0-\u0ed9\u1040-\u1049\u10d0-\u10f6\u17e0-\u17e9\u1c90-\u1cb6\u1e9e]+',
    '', 'g'
  );
  letter text;
  place integer;
begin
  while foreign_letters <> '' loop
    letter := left(foreign_letters, 1);
    foreign_letters := replace(foreign_letters, letter, '');
    place := strpos(spellings, ' ' || letter);
    if place > 0 then
      spelled := replace(spelled, letter, split_part(substr(spellings, place + 2), ' ', 1));
    end if;
  end loop;
  return lower(spelled collate "C");
end
$$;

-- Spelled before and after the letters lose their marks: й is not и, but ὰ is α.
create function private.to_latin(value text)
returns text
language sql
immutable
strict
set search_path = ''
as $$
  select private.spell(
    regexp_replace(
      normalize(private.spell(normalize(value, nfkc)), nfkd),
      '[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670\u200b-\u200f\u2060\u3099\u309a'
      '\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]', '', 'g'
    )
  )
$$;

-- One letter for several that are read alike: Katakana for Hiragana, Arabic letters as Persian keyboards write them, no
-- apostrophes that count as letters. Only of texts that have some, because translate() compares each character with all.
create function private.alike(value text)
returns text
language sql
immutable
strict
set search_path = ''
as $$
  select case when value ~ '[\u02b9-\u02bf\u0629-\u064a\u3041-\u3096]' then translate(
    value,
    'ʹʻʼʽʾʿيىكة'
    'ぁあぃいぅうぇえぉおかきくけこさしすせそたちっつてとなにぬねのはひふへほまみむめもゃやゅゆょよらりるれろゎわゐゑをんゕゖ',
    '      ییکه'
    'ァアィイゥウェエォオカキクケコサシスセソタチッツテトナニヌネノハヒフヘホマミムメモャヤュユョヨラリルレロヮワヰヱヲンヵヶ'
  ) else value end
$$;

-- The text as the search compares it, like foldForSearch: Cyrillic ж is 'zh' or 'ž' in Latin, ђ 'dj' or 'đ', so that
-- both become one letter; in languages without spaces each character is a word.
create function private.fold(value text)
returns text
language sql
immutable
strict
set search_path = ''
as $$
  select regexp_replace(
    translate(
      regexp_replace(
        regexp_replace(private.alike(private.to_latin(value)), '([csz])h', '\1', 'g'), '([dgk])j', '\1', 'g'
      ),
      '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~',
      '                                '
    ),
    '([\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff])', ' \1 ', 'g'
  )
$$;

-- The words of texts, for the column `search`. Its indexes are written at once (fastupdate = off): a search would read
-- what waits to be written, and locally no autovacuum writes it. With their positions, because to_tsquery looks for what
-- it takes for two words ('8e296a06' is a number with an exponent, and 'a06') side by side.
create function private.search_words(variadic texts text[])
returns tsvector
language sql
immutable
set search_path = ''
as $$
  select to_tsvector('pg_catalog.simple'::regconfig, private.fold(array_to_string(texts, ' ')))
$$;

-- The same for a document; the words of its title are there a second time with a '=', because they are found first.
create function private.document_words(title text, texts text[])
returns tsvector
language sql
immutable
set search_path = ''
as $$
  select private.search_words(variadic title || texts) || array_to_tsvector(
    array(select '=' || lexeme from unnest(private.search_words(title)))
  )
$$;

-- The text of HTML, without tags and named characters.
create function private.text_of_html(html text)
returns text
language sql
immutable
set search_path = ''
as $$
  select regexp_replace(html, '<[^>]*>|&#?[a-zA-Z0-9]+;', ' ', 'g')
$$;

-- Every search word must be the beginning of a word in the document. The length is limited, because visitors search.
create function private.search_query(search text)
returns tsquery
language sql
immutable
set search_path = ''
as $$
  select coalesce(string_agg('''' || replace(lexeme, '''', '''''') || ''':*', ' & '), '')::tsquery
  from unnest(private.search_words(left(search, 200)))
$$;
grant execute on function
  private.spell(text),
  private.to_latin(text),
  private.alike(text),
  private.fold(text),
  private.search_words(text[]),
  private.document_words(text, text[]),
  private.text_of_html(text),
  private.search_query(text)
to anon, authenticated, service_role;
