import { nameList } from './name-list';

/**
 * Names that stand in for German names. Chosen so that nothing else can be meant: no word or place of German
 * or English, no ending that a genitive could hide in (s, x, z, ß, ce), no name of both genders.
 */
export const GERMAN_SURROGATES = {
  female: nameList(`
    Adelheid Anja Anke Annegret Anneliese Annemarie Annika Antje Astrid Beate Bettina Birgit Birte
    Brigitte Brunhilde Carola Christel Christiane Constanze Cordula Cornelia Dagmar Dietlinde Dorothea
    Dorothee Edeltraud Eleonore Elfriede Elke Erika Franziska Frauke Friederike Gabriele Gerlinde Gertrud
    Gesine Gisela Gudrun Hannelore Hedwig Heidemarie Heike Helga Henriette Hildegard Imke Ingeborg Ingrid
    Irmgard Isolde Jutta Karin Karla Karoline Katharina Kathrin Katja Kerstin Klara Kunigunde Leonie
    Liesbeth Lieselotte Luise Magdalene Mareike Margarete Margit Marianne Marlene Martina Mechthild Meike
    Melitta Monika Nadine Ottilie Petra Regine Renate Rosemarie Roswitha Sabine Sieglinde Sigrid Silke
    Silvia Sonja Stefanie Susanne Svenja Swantje Tanja Telse Theresia Traudel Ulrike Undine Ursula Ute
    Veronika Waltraud Wiebke Wilhelmine
  `),
  male: nameList(`
    Achim Adalbert Albrecht Alwin Armin Arndt Arne Benedikt Benno Bernd Bernhard Berthold Björn Bodo
    Burkhard Carsten Christoph Detlef Dieter Dietmar Dietrich Dirk Eberhard Eckhard Edgar Eduard Egon
    Ekkehard Erich Erwin Eugen Falko Ferdinand Florian Fridolin Frieder Friedhelm Friedrich Gebhard Georg
    Gerald Gerhard Gernot Gottfried Gregor Guido Gunnar Gustav Hartmut Heiko Heiner Heinrich Helmut
    Hendrik Henning Heribert Hermann Hilmar Hinrich Holger Horst Ingo Ingolf Joachim Jobst Jochen Jörg
    Jörn Jürgen Kilian Knut Konrad Korbinian Leonhard Leopold Lothar Ludger Ludolf Ludwig Malte Manfred
    Meinhard Norbert Olaf Ortwin Ottmar Otto Raimund Rainer Reimund Reiner Reinhard Reinhold Roland Rudolf
    Rupert Ruprecht Rüdiger Siegbert Siegfried Siegmar Sigmund Steffen Sören Theodor Thilo Thorben
    Thorsten Torsten Traugott Udo Ulrich Uwe Veit Volker Volkmar Walther Wendelin Werner Wieland Wilfried
    Wilhelm Winfried Wolfgang Wolfram
  `),
  family: nameList(`
    Ahlgrimm Aigner Altmeyer Amthor Angermann Aumüller Bachmann Bahlmann Baumgart Beckmann Behnke Behrendt
    Bergmeier Bernhardt Biermann Birkner Blaschke Blohm Boettcher Borchert Bornemann Brandstetter Breitner
    Brinkmann Brockmann Bruhn Brückner Buchholtzer Burmeister Böhme Böttger Büttner Cordsen Dahlke
    Dallmann Dammann Degenhardt Deppe Detering Dierksen Dittmann Dittrich Domke Drechsler Dreyer Dörfler
    Döring Eberlein Ebner Eckermann Eggert Ehlert Eichstädt Engelke Engelmann Erdmann Esser Fechner
    Feldmann Finkbeiner Fitschen Frenzel Fröhlke Fuhrmann Gabler Gaedecke Gebhardt Gehrke Gerlach Giesecke
    Glöckner Goebel Grabowski Griebel Grothe Grünewald Gutschmidt Haberkorn Hagedorn Hamann Hannemann
    Hartmann Haslinger Hausmann Heckmann Heidenreich Heinemann Heitmann Helbig Hellwig Henkelmann
    Herrlinger Heuermann Hilbert Hillebrandt Hinrichsen Hofstetter Hohmann Holtkamp Hübner Hünecke Hüttner
    Jablonski Jahnke Janssen Jeschke Jürgensen Kaminski Karsten Kellermann Kerner Kirchhoff Kirschner
    Kleinschmidt Klemm Koopmann Kowalski Kratzer Kretschmer Kroll Krüger Kubitschek Kuhlmann Köhler Köster
    Kühnel Küster Langhoff Lehmann Leitner Leuschner Lichtenberg Lindner Lohmann Lorenzen Löffler Lübcke
    Lüdtke Lünemann Machold Marquardt Mattern Mehlhorn Meinecke Meissner Menzel Mertesacker Möller
    Mühlbauer Neubert Niemann Nowotny Obermeier Oehler Oppermann Osterloh Ostermann Pfeiffer Pohlmann
    Prinzhorn Quandt Radtke Rehfeldt Reinecke Reuter Rickert Riedel Rosenbaum Rothermel Röder Rühl Sandner
    Scheffler Schlüter Schrader Schröder Schubert Schuldt Schumacher Schwenke Schöller Schönherr
    Schünemann Schürmann Seidel Seifert Siebert Sievert Sommerfeld Stadler Stegemann Steinbach Stelter
    Strehlow Struckmann Stöhr Süßmann Tegtmeyer Theurer Thielemann Tiedemann Trautmann Uhlmann Ullmann
    Voigt Vollmer Wachsmuth Warnecke Wedekind Wehner Weidemann Weidner Wendlandt Wernicke Westermann
    Wichmann Wiegand Wiesner Wilke Windhorst Wittmann Wuttke Wölfel Zeidler Zeller Ziegler Zimmerli
    Zöllner Zühlke
  `),
};
