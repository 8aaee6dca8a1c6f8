import type { NameLists } from '../../language-words';

/**
 * Surrogates for German names. They have no other meaning: no word or place of German or English, no ending that could
 * conceal a genitive (s, x, z, ce), no ß, because its capital form is two letters, no name of both genders.
 */
export const GERMAN_SURROGATES: NameLists = {
  female: `
    Adelgunde Adelheid Almut Amalie Anja Anke Annegret Annegrete Anneliese Annemarie Annika Antje Astrid
    Beate Bettina Birgit Birte Brigitta Brigitte Brunhilde Burgunde Bärbel Carola Christel Christiane
    Constanze Cordula Cornelia Dagmar Dietlinde Dorothea Dorothee Dörte Edelgard Edeltraud Ehrentraud
    Eleonore Elfriede Elke Erdmute Erika Franziska Frauke Frederike Friederike Gabriele Gerhild Gerlinde
    Gertrud Gesine Gisela Gudrun Gundula Gunhild Hannele Hannelore Hedwig Heidemarie Heidrun Heike Heilwig
    Helga Henriette Herlinde Hildegard Imke Ingeborg Ingrid Irmgard Irmtraud Isolde Jutta Karin Karla
    Karoline Katharina Kathrin Katja Kerstin Klara Kreszentia Kunigunde Leokadia Leonie Leonore Liesbeth
    Lieselotte Luise Mareike Margarete Margit Marianne Marlene Martina Mathilde Mechthild Meike Melitta
    Monika Nadine Ottilie Petra Regine Reinhild Renate Rosemarie Roswitha Rotraud Sabine Sieghild
    Sieglinde Sigrid Silke Silvia Sonja Stefanie Susanne Svenja Swantje Tanja Telse Theodora Theresia
    Traudel Ulrike Ursula Ute Veronika Walburga Waltraud Wiebke Wilfriede Wilhelmine
  `,
  male: `
    Achim Adalbert Adelbert Albrecht Alwin Anselm Armin Arndt Benno Bernd Bernhard Berthold Bertold Björn
    Carsten Christoph Dankwart Detlef Dieter Diethard Diethelm Dietrich Dirk Eberhard Eckart Edelbert
    Edgar Eduard Egbert Egon Ekkehard Engelbert Erhard Erich Erwin Ewald Falko Ferdinand Florian Fridolin
    Frieder Friedhelm Friedolin Friedrich Gangolf Gebhard Georg Gerald Gerhard Gerolf Giselher Gottfried
    Gotthard Gotthilf Gregor Guido Gunnar Gunther Gustav Hadubrand Hartmut Heiko Heiner Heinrich Helmar
    Helmfried Helmut Hendrik Henning Heribert Hermann Hildebrand Hilmar Hinrich Holger Irmfried Joachim
    Jobst Jochen Jörg Jörgen Jörn Jürgen Kilian Knut Korbinian Kunibert Leonhard Leopold Ludger Ludolf
    Ludwig Lutger Malte Manfred Markward Meinhard Ortfried Ortwin Osmund Raimund Rainer Reimund Reinald
    Reinhard Reinhart Reinhold Richard Roland Rudolf Rupert Ruprecht Rüdiger Siegbert Siegfried Siegmar
    Siegward Sigmund Sören Tankred Theodor Thilo Thorben Traugott Ulrich Veit Volker Waldemar Walther
    Wendel Wendelin Werner Wieland Wilderich Wilfried Wilhelm Willibald Winfried Wolfgang Wolfhard Wolfram
    Wunibald
  `,
  family: `
    Achleitner Ahlgrimm Aigner Altmeyer Amthor Angermann Aumüller Bachmann Bahlmann Baumgart Baumgartner
    Beckmann Behnke Behrendt Berchtold Bergmeier Bernhardt Bichler Biermann Birkner Bittner Blaschke Blohm
    Blümel Boettcher Borchert Bornemann Brandstetter Brandtner Breitner Brinkmann Brockmann Bruhn Brunner
    Brückner Buchholtzer Buchner Burgstaller Burmeister Böhler Böhme Böttger Bühlmann Büttner Cordsen
    Dahlke Dallmann Dammann Degenhardt Deppe Detering Deutschmann Dierksen Dittmann Dittrich Dobler Domke
    Dreyer Dörfler Döring Dörschner Eberlein Ebner Eckermann Eggert Ehlert Eichstädt Eisner Engelke
    Engelmann Erdmann Erler Fechner Feichtner Feldmann Fellner Finkbeiner Fitschen Frenzel Fritsch Fröhlke
    Gabler Gaedecke Gassner Gebhardt Gehrke Geisler Gerlach Giesecke Glöckner Gmeiner Goebel Grabner
    Grabowski Griebel Grothe Grünewald Grünwald Gschwandtner Gutmann Gutschmidt Göschl Haberkorn Haberl
    Hackl Hagedorn Haindl Hamann Hannemann Hartl Hartmann Hartung Hasler Haslinger Heckmann Heidenreich
    Heidrich Heindl Heinemann Heitmann Helbig Hellwig Henkelmann Hentschel Herrlinger Hettner Heuermann
    Hilbert Hillebrandt Hinrichsen Hirschmann Hochleitner Hofmann Hofstetter Hohmann Holtkamp Holzmann
    Hornig Hubmann Hänel Höfler Höller Hölzl Hörmann Hübner Hünecke Hüttner Jablonski Jahnke Janssen
    Jeschke Jungwirth Jürgensen Jüttner Kaindl Kaminski Kapeller Karner Kastner Kauffmann Kellermann
    Kerner Kerschbaum Kessler Kirchhoff Kirchner Kirschner Klausner Kleinschmidt Klemm Klingler Kofler
    Kogler Koller Kollmann Koopmann Kowalski Kretschmer Kroll Kronsteiner Kröll Krüger Kubitschek Kugler
    Kuhlmann Köhler Kössler Köster Kühnel Kühnert Lachmann Lackner Ladner Langhoff Lechner Lehmann Lehner
    Leitgeb Leithner Leitner Lettner Leuschner Lohmann Lorenzen Löffler Lübcke Lüdtke Lünemann Machold
    Marquardt Mattern Mehlhorn Meinecke Meissner Menzel Metzler Mitterlehner Möller Mühlbauer Müllner
    Neubert Neuhold Neuwirth Niederl Niemann Nowotny Oberleitner Obermeier Oehler Oppermann Ortmann Ortner
    Osterloh Ostermann Pachler Pfeiffer Pichler Pohlmann Pointner Pollak Portmann Prantl Prinzhorn Puchner
    Radtke Rehfeldt Reindl Reinecke Reisner Rickert Riedel Riegler Rosenbaum Rothermel Röder Rössler Rühl
    Salzmann Sandner Santner Schachner Scheffler Schlögl Schlüter Schrader Schrempf Schröder Schubert
    Schuldt Schwenke Schöberl Schöller Schönherr Schünemann Schürmann Seidel Seifert Siebert Sievert
    Sommerfeld Sonnleitner Stadelmann Stadler Stangl Stegemann Steidl Steinbach Steindl Steinlechner
    Stelter Stettler Stiegler Strehlow Strobl Struckmann Stöckl Stöhr Suppan Taferner Tegtmeyer
    Theurer Thielemann Thurner Tiedemann Trattner Trautmann Traxler Uhlmann Ullmann Voigt Vollmer
    Wachsmuth Waldner Wallner Warnecke Wedekind Wegmann Wehner Weidemann Weidner Weihmann Weinhold
    Wendlandt Wenzl Wernicke Westermann Wichmann Widmann Wiedner Wiegand Wiesner Wilke Windhorst Wittmann
    Wuttke Wölfel Zangerl Zechner Zehetner Zeidler Zeiler Zeller Zenner Ziegert Ziegler Zimmerli Zöchling
    Zühlke
  `,
};
