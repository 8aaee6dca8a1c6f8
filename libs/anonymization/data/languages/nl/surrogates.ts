import type { NameLists } from '../../language-words';

/**
 * Surrogates for Dutch names. They have no other meaning: no word or place of any of the languages, no ending that could conceal
 * a genitive (s, x, z, ce), no name of both genders or of two languages.
 */
export const DUTCH_SURROGATES: NameLists = {
  female: `
    Aaliyah Amira Anneke Anneleen Annemie Annemijn Annita Ayse Azra Bente Benthe Bibi Bieke Carlijn Carolien
    Cato Ceylin Christa Conny Danique Debby Dewi Dorien Dorine Ecrin Elien Elif Elin Elize Elly Esila Esmee
    Evelien Evie Evy Fay Faye Feline Femke Fenna Fenne Fien Fiene Floortje Freya Frieda Gerarda Gerda Gitte
    Godelieva Godelieve Griet Guusje Hailey Hanne Heidi Heleen Hilde Indy Ize Jana Janna Janne Jasmijn Jayda
    Jaylinn Jenna Jente Jessie Jinthe Jolien Jolijn Josepha Karlijn Kaylee Kayleigh Kyra Leah Lieke Lieve
    Linde Lindsey Linn Lisanne Lize Lizzy Maaike Maartje Madelief Marit Maryam Merel Milou Mirte Mirthe
    Myrthe Nienke Ninthe Nisa Noor Noortje Nynke Phileine Pien Pippa Pleun Quinty Renske Saar Sanne Selina
    Sienna Sofie Sterre Tirza Vajèn Veerle Yfke Yinthe Zoey
  `,
  male: `
    Abdul Abdullah Achiel Adriaan Ahmad Aiden Antoon Arie Ayden Ayman Ayoub Bastiaan Bilal Briek Christof
    Cyriel Davy Diederik Duuk Dylano Emiel Fedde Ferre Franky Geert Gunter Gustaaf Hamza Henk Hidde Imran
    Jaak Jari Jarne Jarno Jayden Jayson Jelle Jesper Jip Joep Joeri Johny Joppe Joran Jordy Joren Jort Josse
    Jurre Kamiel Keano Kian Koenraad Kristiaan Kristof Kyan Kyano Lenn Lennert Lieven Loek Lowie Luuk Marijn
    Martijn Merijn Micha Michiel Mohamad Muhammed Naud Niek Noud Nout Omer Pepijn Quinten Renaat Roan Robbe
    Robby Roel Roeland Rune Sebastiaan Senn Senne Sepp Seppe Siebe Siem Sjoerd Stef Stefaan Stijn Sven Teun
    Theodoor Thibo Thijmen Thijn Thom Tibe Tibo Tijl Tijmen Tijn Tuur Twan Tycho Tygo Valentijn Valère Warre
    Wessel Wout Wouter Xander Xavi
  `,
  family: `
    Abbink Achterberg Adriaansen Adriaense Aeije Amalrada Arent Aschman Baartman Bastiaanse Bastiaense Becht
    Beekman Beernink Beijring Bekbergen Berendse Bertho Bezemer Bierstraten Bijlsma Billung Blaak
    Bleijenberg Blokland Blom Boekhoud Boersma Boetet Bolkesteijn Booden Boonstra Borman Bosman Bouhuizen
    Bouthoorn Bouwhuisen Bresé Brievingh Brinkman Brizee Broekhoven Broeshart Bronder Bruggeman Damstra
    Doornbosch Eikelboom Eisma Elzinga Feenstra Fokkema Gerritsen Geurtsen Goedhart Gorter Groeneveld
    Harkema Haverkamp Hiemstra Hofman Hoogland Iepema Jellema Jongsma Jorritsma Kalsbeek Kingma Kloosterman
    Kooistra Kruithof Kuiper Lammertsma Langendijk Leenstra Leijenaar Lieftink Meulenbelt Miedema Minnema
    Molenaar Noordhoek Noordstra Okkema Oosterhof Oostra Pietersen Plantinga Poelstra Reitsma Rijnsburger
    Rinsma Roelofsen Schouten Schuurman Sietsma Sikkema Stolk Tamminga Terpstra Teunissen Tolsma Uilenberg
    Uittenbogaard Veenstra Veldhuizen Venema Verbeek Verhagen Versteeg Wierenga Wiersma Wijma Woudstra Ypma
    Zandstra Zeeman Zijlstra Zonneveld Zuidema
  `,
};
