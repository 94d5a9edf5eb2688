extension StarterFilms {
  /// The films and series that began in the years from 1920 to 1959, oldest first.
  static let films1920to1959 = #"""
    tt0012349|The Kid||1921|movie|68|Comedy, Drama, Family|Charles Chaplin|Charles Chaplin, Edna Purviance, Jackie Coogan|None, English|United States|8.2|140000
    tt0013442|Nosferatu|Nosferatu: Eine Symphonie des Grauens|1922|movie|94|Fantasy, Horror|F.W. Murnau|Max Schreck, Alexander Granach, Gustav von Wangenheim|German|Germany|7.8|110000
    tt0015648|Battleship Potemkin|Bronenosets Potemkin|1925|movie|66|Drama, History, Thriller|Sergei Eisenstein|Aleksandr Antonov, Vladimir Barskiy, Grigori Aleksandrov|Russian|Soviet Union|7.9|63000
    tt0015864|The Gold Rush||1925|movie|95|Adventure, Comedy, Drama|Charles Chaplin|Charles Chaplin, Mack Swain, Tom Murray|English|United States|8.1|120000
    tt0017925|The General||1926|movie|78|Action, Adventure, Comedy|Clyde Bruckman, Buster Keaton|Buster Keaton, Marion Mack, Glen Cavender|None|United States|8.1|100000
    tt0017136|Metropolis||1927|movie|153|Drama, Sci-Fi|Fritz Lang|Brigitte Helm, Alfred Abel, Gustav Fröhlich|German|Germany|8.3|190000
    tt0019254|The Passion of Joan of Arc|La passion de Jeanne d'Arc|1928|movie|114|Biography, Drama, History|Carl Theodor Dreyer|Maria Falconetti, Eugene Silvain, André Berley|French|France|8.1|62000
    tt0021749|City Lights||1931|movie|87|Comedy, Drama, Romance|Charles Chaplin|Charles Chaplin, Virginia Cherrill, Florence Lee|None, English|United States|8.5|200000
    tt0021814|Dracula||1931|movie|75|Drama, Fantasy, Horror|Tod Browning, Karl Freund|Bela Lugosi, Helen Chandler, David Manners|English, Hungarian, Latin|United States|7.3|63000
    tt0021884|Frankenstein||1931|movie|70|Drama, Horror, Sci-Fi|James Whale|Colin Clive, Mae Clarke, Boris Karloff|English, Latin|United States|7.7|85000
    tt0022100|M|M - Eine Stadt sucht einen Mörder|1931|movie|99|Crime, Mystery, Thriller|Fritz Lang|Peter Lorre, Ellen Widmann, Inge Landgut|German|Germany|8.3|170000
    tt0024216|King Kong||1933|movie|100|Adventure, Horror, Sci-Fi|Merian C. Cooper, Ernest B. Schoedsack|Fay Wray, Robert Armstrong, Bruce Cabot|English|United States|7.9|93000
    tt0025316|It Happened One Night||1934|movie|105|Comedy, Romance|Frank Capra|Clark Gable, Claudette Colbert, Walter Connolly|English|United States|8.1|110000
    tt0027977|Modern Times||1936|movie|87|Comedy, Drama, Romance|Charles Chaplin|Charles Chaplin, Paulette Goddard, Henry Bergman|English|United States|8.5|260000
    tt0028950|Grand Illusion|La grande illusion|1937|movie|113|Drama, War|Jean Renoir|Jean Gabin, Dita Parlo, Pierre Fresnay|French, German, English, Russian|France|8.1|40000
    tt0029583|Snow White and the Seven Dwarfs||1937|movie|83|Animation, Adventure, Family|William Cottrell, David Hand, Wilfred Jackson|Adriana Caselotti, Harry Stockwell, Lucille La Verne|English|United States|7.6|220000
    tt0029843|The Adventures of Robin Hood||1938|movie|102|Action, Adventure, Romance|Michael Curtiz, William Keighley|Errol Flynn, Olivia de Havilland, Basil Rathbone|English|United States|7.9|55000
    tt0031381|Gone with the Wind||1939|movie|238|Drama, History, Romance|Victor Fleming, George Cukor, Sam Wood|Thomas Mitchell, Barbara O'Neil, Vivien Leigh, Evelyn Keyes|English|USA|8.2|250000
    tt0031679|Mr. Smith Goes to Washington||1939|movie|129|Comedy, Drama|Frank Capra|James Stewart, Jean Arthur, Claude Rains|English|United States|8.1|120000
    tt0032138|The Wizard of Oz||1939|movie|102|Adventure, Family, Fantasy|Victor Fleming|Judy Garland, Frank Morgan, Ray Bolger|English|United States|8.1|430000
    tt0032976|Rebecca||1940|movie|130|Drama, Film-Noir, Mystery|Alfred Hitchcock|Laurence Olivier, Joan Fontaine, George Sanders|English|United States|8.1|150000
    tt0032553|The Great Dictator||1940|movie|125|Comedy, Drama, War|Charles Chaplin|Charles Chaplin, Paulette Goddard, Jack Oakie|English|United States|8.4|240000
    tt0033467|Citizen Kane||1941|movie|119|Drama, Mystery|Orson Welles|Orson Welles, Joseph Cotten, Dorothy Comingore|English|United States|8.3|470000
    tt0033870|The Maltese Falcon||1941|movie|100|Crime, Film-Noir, Mystery|John Huston|Humphrey Bogart, Mary Astor, Gladys George|English|United States|7.9|170000
    tt0034492|Bambi||1942|movie|69|Animation, Adventure, Drama|James Algar, Samuel Armstrong, David Hand|Hardie Albright, Stan Alexander, Bobette Audrey|English|United States|7.3|160000
    tt0034583|Casablanca||1942|movie|102|Drama, Romance, War|Michael Curtiz|Humphrey Bogart, Ingrid Bergman, Paul Henreid|English, French, German, Italian|United States|8.5|610000
    tt0036775|Double Indemnity||1944|movie|107|Crime, Drama, Film-Noir|Billy Wilder|Fred MacMurray, Barbara Stanwyck, Edward G. Robinson|English|United States|8.3|170000
    tt0038650|It's a Wonderful Life||1946|movie|130|Drama, Family, Fantasy|Frank Capra|James Stewart, Donna Reed, Lionel Barrymore|English|United States|8.6|510000
    tt0040522|Bicycle Thieves|Ladri di biciclette|1948|movie|89|Drama|Vittorio De Sica|Lamberto Maggiorani, Enzo Staiola, Lianella Carell|Italian|Italy|8.2|180000
    tt0041959|The Third Man||1949|movie|104|Film-Noir, Mystery, Thriller|Carol Reed|Orson Welles, Joseph Cotten, Alida Valli|English, German, Russian, French|United Kingdom|8.1|190000
    tt0042876|Rashomon|Rashômon|1950|movie|88|Crime, Drama, Mystery|Akira Kurosawa|Toshirô Mifune, Machiko Kyô, Masayuki Mori|Japanese|Japan|8.2|180000
    tt0043014|Sunset Boulevard|Sunset Blvd.|1950|movie|110|Drama, Film-Noir|Billy Wilder|William Holden, Gloria Swanson, Erich von Stroheim|English|United States|8.4|240000
    tt0045152|Singin' in the Rain||1952|movie|103|Comedy, Musical, Romance|Stanley Donen, Gene Kelly|Gene Kelly, Donald O'Connor, Debbie Reynolds|English|United States|8.3|270000
    tt0046250|Roman Holiday||1953|movie|118|Comedy, Romance|William Wyler|Gregory Peck, Audrey Hepburn, Eddie Albert|English, Italian, German|United States|8.0|150000
    tt0046438|Tokyo Story|Tôkyô monogatari|1953|movie|136|Drama|Yasujirô Ozu|Chishû Ryû, Chieko Higashiyama, Sô Yamamura|Japanese|Japan|8.1|69000
    tt0047034|Godzilla|Gojira|1954|movie|96|Horror, Sci-Fi|Ishirô Honda|Takashi Shimura, Akihiko Hirata, Akira Takarada|Japanese|Japan|7.5|40000
    tt0047396|Rear Window||1954|movie|112|Mystery, Thriller|Alfred Hitchcock|James Stewart, Grace Kelly, Wendell Corey|English|United States|8.5|530000
    tt0047478|Seven Samurai|Shichinin no samurai|1954|movie|207|Action, Drama|Akira Kurosawa|Toshirô Mifune, Takashi Shimura, Keiko Tsushima|Japanese|Japan|8.6|370000
    tt0050083|12 Angry Men||1957|movie|96|Crime, Drama|Sidney Lumet|Henry Fonda, Lee J. Cobb, Martin Balsam|English|United States|9.0|900000
    tt0050212|The Bridge on the River Kwai||1957|movie|161|Adventure, Drama, War|David Lean|William Holden, Alec Guinness, Jack Hawkins|English, Japanese, Thai|United Kingdom, United States|8.1|240000
    tt0050976|The Seventh Seal|Det sjunde inseglet|1957|movie|96|Drama, Fantasy|Ingmar Bergman|Max von Sydow, Gunnar Björnstrand, Bengt Ekerot|Swedish, Latin|Sweden|8.1|200000
    tt0051201|Witness for the Prosecution||1957|movie|116|Crime, Drama, Mystery|Billy Wilder|Tyrone Power, Marlene Dietrich, Charles Laughton|English, German|United States|8.4|150000
    tt0052357|Vertigo||1958|movie|128|Mystery, Romance, Thriller|Alfred Hitchcock|James Stewart, Kim Novak, Barbara Bel Geddes|English|United States|8.2|430000
    tt0052618|Ben-Hur||1959|movie|212|Adventure, Drama|William Wyler|Charlton Heston, Jack Hawkins, Stephen Boyd|English|United States|8.1|260000
    tt0053125|North by Northwest||1959|movie|136|Action, Adventure, Mystery|Alfred Hitchcock|Cary Grant, Eva Marie Saint, James Mason|English|United States|8.3|350000
    tt0053291|Some Like It Hot||1959|movie|121|Comedy, Music, Romance|Billy Wilder|Marilyn Monroe, Tony Curtis, Jack Lemmon|English|United States|8.2|290000
    tt0053198|The 400 Blows|Les quatre cents coups|1959|movie|99|Crime, Drama|François Truffaut|Jean-Pierre Léaud, Albert Rémy, Claire Maurier|French, English|France|8.1|130000
    tt0052520|The Twilight Zone||1959–1964|series|25|Drama, Fantasy, Horror||Rod Serling, Robert McCord, Jay Overholts|English|United States|9.0|96000
    """#
}
