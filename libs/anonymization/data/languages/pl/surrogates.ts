import type { NameLists } from '../../language-words';

/**
 * Surrogates for Polish names. They have no other meaning: no word or place of any of the languages, no ending that could conceal
 * a genitive (s, x, z, ce), no name of both genders or of two languages.
 */
export const POLISH_SURROGATES: NameLists = {
  female: `
    Adrianna Aldona Aleksandra Anastazja Aneta Angelika Aniela Basia Bernadeta Bianka Blanka Bogdana Bogna
    Bogumiła Bogusława Bolesława Bożena Bronisława Cecylia Czesława Dagmara Danuta Dobrochna Dobrosława
    Dominika Dorota Edyta Elżbieta Eufrozyna Ewa Ewelina Faustyna Felicja Franciszka Gaja Genowefa Gertruda
    Gosia Grażka Grażyna Halina Hania Honorata Hortensja Iwona Izabela Jadwiga Janina Jarosława Jolanta
    Julianna Julita Justyna Józefina Kalina Kamila Karolina Kasia Katarzyna Kazimiera Kinga Klaudia
    Klementyna Konstancja Kornelia Krystyna Lesława Liwia Lucyna Ludwika Ludwina Malwina Marianna Marika
    Mariola Maryla Marzena Małgorzata Małgosia Michalina Mieczysława Mirosława Natasza Oliwia Otylia
    Patrycja Pelagia Petronela Przemysława Radosława Roksana Rozalia Salomea Scholastyka Seweryna Stanisława
    Sylwia Sławomira Tekla Tola Urszula Wacława Walentyna Wanda Weronika Wiesia Wiesława Wiktoria Wioletta
    Wisława Władysława Zdzisia Zdzisława Zenobia Zofia Zosia Zuzanna Zyta Łucja Żaneta
  `,
  male: `
    Alojzy Anatol Antoni Apolinary Bartek Bartosław Bartłomiej Bazyli Benedykt Bogdan Bogusław Bolesław
    Bożydar Bronisław Budzisław Błażej Cezary Chwalisław Cyprian Czesław Częstobor Dalebor Dawid Dionizy
    Dobromir Dobrosław Domarad Ferdynand Franciszek Fryderyk Gniewomir Gościsław Henryk Hieronim Hipolit
    Ignacy Izydor Jacek Jakub Jarogniew Jaromir Jarowit Jeremi Jerzy Jędrzej Kacper Kajetan Kamil Kordian
    Kornel Kryspin Krystian Krzesimir Krzysztof Ksawery Lechosław Lesław Lubomir Lucjan Ludomir Lutosław
    Maciej Maksymilian Marceli Maurycy Mieczysław Mikołaj Mirogniew Miron Mirosław Niemir Nikodem Oktawian
    Olgierd Onufry Patryk Przemysław Przybysław Racibor Radomir Radosław Rafał Rajmund Ryszard Sambor
    Seweryn Siemowit Sobiesław Stanimir Stanisław Strzeżymir Sulisław Sylwester Szymon Sławomir Teodor
    Tomisław Tymon Walenty Warcisław Wielisław Wiesław Wieńczysław Wiktor Wincenty Witold Witosław Wszebor
    Władysław Zawisław Zbigniew Zbysław Zdobysław Zdzisław Zenon Ziemowit Zygfryd Zygmunt Ścibor Żelisław
  `,
  family: `
    Adamczyk Andrzejczak Antczak Banasiak Bartczak Bednarczyk Bielak Bitner Borczyk Bosek Błaszczyk
    Chojnacka Cichoń Cieślak Czarnota Dudek Fijałek Filipek Frączek Furgał Furmańczyk Gajda Goral Grzelak
    Góralczyk Hojka Idzik Iwańczyk Jakubiak Janiak Jaworek Jędrzejczyk Kasprzak Klimek Kobiela Kondej Kosiba
    Kostrzewa Krawczyk Kubiak Kuczek Kulesza Kędzior Lasota Lewczuk Leśniak Maciejak Madej Majchrzak
    Maliszewa Marciniak Matusiak Mazur Maćkowiak Mikołajczyk Misiak Nawrot Niemczyk Nowaczyk Ochman Olejnik
    Oleksy Olszak Pacholczyk Pajda Paluch Pawełczyk Pawlik Piechota Pietrasiak Pietrzak Pluta Rakoczy
    Ratajczak Rogala Rosiak Rudnik Rzepka Sadurek Siwiec Skiba Smoleń Smoter Sobczak Sroczyk Stasiak Staszak
    Strzelczyk Stępień Szafran Szczepaniak Szczerba Szewczyk Szlaga Szostak Szulc Szymczak Szymkowiak
    Szymula Tarnawa Tomaszczyk Tomczak Trzaska Urbaniak Walczak Walkowiak Wandzel Wasilczuk Wawrzyniak
    Wieczorek Wolniak Wójcik Włodarczyk Zalewa Zaręba Zawada Ziółek Ławniczak Łuczak Świątek
  `,
};
