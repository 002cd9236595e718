-- Words of people in any alphabet: their Latin spelling, for addresses, and their folded form, for the search.

-- In Latin letters and lower case: each letter that normalisation does not turn into a-z is followed by its spelling.
-- Letters of both cases are listed, because lower() depends on the locale of the database. src/lib/words/latin.ts spells
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
    ' Æae Ðd Øo Ýu Þth ßss æae ðd øo þth Đd đd Ħh ħh ıi ĸk Ŀl ŀl Łl łl ŉn Ŋng ŋng Œoe œoe Ŧt ŧt Əe əe Άa Έe'
    ' Ήi Ίi Όo Ύu Ώo ΐi Αa Βv Γg Δd Εe Ζz Ηi Θth Ιi Κk Λl Μm Νn Ξx Οo Πp Ρr Σs Τt Υy Φf Χh Ψps Ωo Ϊi Ϋy άa έe'
    ' ήi ίi ΰy αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr ςs σs τt υy φf χh ψps ωo ϊi ϋy όo ύy ώo'
    ' Ѐjo Ёyo Ђdj Ѓgj Єie Ѕdz Іi Їyi Јj Љlj Њnj Ћc Ќkj Ѝi Ўu Џdzh Аa Бb Вv Гg Дd Еe Жzh Зz Иi Йy Кk Лl Мm Нn'
    ' Оo Пp Рr Сs Тt Уu Фf Хh Цc Чch Шsh Щshch Ъ Ыy Ь Эe Юyu Яya аa бb вv гg дd еe жzh зz иi йy кk лl мm нn'
    ' оo пp рr сs тt уu фf хh цc чch шsh щshch ъ ыy ь эe юyu яya ѐje ёyo ђdj ѓgj єie ѕdz іi їyi јj љlj њnj ћc'
    ' ќkj ѝi ўu џdzh Ґg ґg Ғg ғg Ҕg ҕg Җzh җzh Ҙz ҙz Қk қk Ҝk ҝk Ҟk ҟk Ҡk ҡk Ңn ңn Ҥng ҥng Ҧp ҧp Ҩkh ҩkh Ҫs'
    ' ҫs Ҭt ҭt Үu үu Ұu ұu Ҳkh ҳkh Ҵtts ҵtts Ҷch ҷch Ҹch ҹch Һh һh Ҽch ҽch Ҿch ҿch Ӏ Ӂzh ӂzh Ӄk ӄk Ӆ ӆ Ӈn ӈn'
    ' Ӊ ӊ Ӌch ӌch Ӎ ӎ ӏ Ӑa ӑa Ӓa ӓa Ӕae ӕae Ӗie ӗie Әa әa Ӛ ӛ Ӝzh ӝzh Ӟz ӟz Ӡdz ӡdz Ӣi ӣi Ӥi ӥi Ӧo ӧo Өo өo'
    ' Ӫo ӫo Ӭe ӭe Ӯu ӯu Ӱu ӱu Ӳu ӳu Ӵch ӵch Ӷ ӷ Ӹy ӹy Ӻ ӻ Ӽ ӽ Ӿ ӿ Աa Բb Գg Դd Եe Զz Էe Ըe Թt Ժzh Իi Լl Խkh'
    ' Ծts Կk Հh Ձdz Ղgh Ճch Մm Յy Նn Շsh Ոo Չch Պp Ջj Ռrh Սs Վv Տt Րr Ցts Ւw Փp Քk Օo Ֆf ՙ ՠ աa բb գg դd եe'
    ' զz էe ըe թt ժzh իi լl խkh ծts կk հh ձdz ղgh ճch մm յy նn շsh ոo չch պp ջj ռrh սs վv տt րr ցts ւw փp քk'
    ' օo ֆf აa ბb გg დd ეe ვv ზz თt იi კk ლl მm ნn ოo პp ჟzh რr სs ტt უu ფp ქk ღg ყq შsh ჩch ცc ძz წc ჭch ხx'
    ' ჯj ჰh ẞss ';
  spelled text := value;
  -- Those of the list: texts of other alphabets have thousands of different letters.
  foreign_letters text := regexp_replace(
    value,
    '[^\u00c0-\u017f\u018f\u0259\u1e9e\u0386-\u03ce\u0400-\u045f\u0490-\u04ff\u0531-\u0586\u10d0-\u10f0]+',
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
      '[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u200b-\u200f\u2060\u3099\u309a]', '', 'g'
    )
  )
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
        regexp_replace(private.to_latin(value), '([csz])h', '\1', 'g'), '([dgk])j', '\1', 'g'
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
  private.fold(text),
  private.search_words(text[]),
  private.document_words(text, text[]),
  private.text_of_html(text),
  private.search_query(text)
to anon, authenticated, service_role;
