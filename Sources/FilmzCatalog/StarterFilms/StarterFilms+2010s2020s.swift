extension StarterFilms {
  /// The films and series that began in the years from 2010 to 2024, oldest first.
  static let films2010to2024 = #"""
    tt0926084|Harry Potter and the Deathly Hallows: Part 1||2010|movie|146|Adventure, Family, Fantasy|David Yates|Daniel Radcliffe, Emma Watson, Rupert Grint|English|United Kingdom, United States|7.7|640000
    tt1375666|Inception||2010|movie|148|Action, Adventure, Sci-Fi|Christopher Nolan|Leonardo DiCaprio, Joseph Gordon-Levitt, Elliot Page|English, Japanese, French|United States, United Kingdom|8.8|2600000
    tt1475582|Sherlock||2010–2017|series|90|Crime, Drama, Mystery||Benedict Cumberbatch, Martin Freeman, Una Stubbs|English|United Kingdom|9.0|1000000
    tt1130884|Shutter Island||2010|movie|138|Drama, Mystery, Thriller|Martin Scorsese|Leonardo DiCaprio, Emily Mortimer, Mark Ruffalo|English, German|United States|8.2|1500000
    tt1285016|The Social Network||2010|movie|120|Biography, Drama|David Fincher|Jesse Eisenberg, Andrew Garfield, Justin Timberlake|English, French|United States|7.8|790000
    tt1520211|The Walking Dead||2010–2022|series|45|Drama, Horror, Thriller||Andrew Lincoln, Norman Reedus, Melissa McBride|English|United States|8.1|1100000
    tt0435761|Toy Story 3||2010|movie|103|Animation, Adventure, Comedy|Lee Unkrich|Tom Hanks, Tim Allen, Joan Cusack|English, Spanish|United States|8.3|910000
    tt1832382|A Separation|Jodaeiye Nader az Simin|2011|movie|123|Drama|Asghar Farhadi|Payman Maadi, Leila Hatami, Sareh Bayat|Persian|Iran|8.3|270000
    tt2085059|Black Mirror||2011–|series|60|Crime, Drama, Mystery||Wyatt Russell, Hannah John-Kamen, Bryce Dallas Howard|English|United Kingdom|8.7|670000
    tt0944947|Game of Thrones||2011–2019|series|57|Action, Adventure, Drama||Emilia Clarke, Peter Dinklage, Kit Harington|English|United States, United Kingdom|9.2|2400000
    tt1201607|Harry Potter and the Deathly Hallows: Part 2||2011|movie|130|Adventure, Family, Fantasy|David Yates|Daniel Radcliffe, Emma Watson, Rupert Grint|English, Latin|United Kingdom, United States|8.1|1000000
    tt1675434|The Intouchables|Intouchables|2011|movie|112|Biography, Comedy, Drama|Olivier Nakache, Éric Toledano|François Cluzet, Omar Sy, Anne Le Ny|French, English|France|8.5|950000
    tt1853728|Django Unchained||2012|movie|165|Comedy, Drama, Western|Quentin Tarantino|Jamie Foxx, Christoph Waltz, Leonardo DiCaprio|English, German, French, Italian|United States|8.5|1700000
    tt0454876|Life of Pi||2012|movie|127|Adventure, Drama, Fantasy|Ang Lee|Suraj Sharma, Irrfan Khan, Ayush Tandon, Gautam Belur|English, Tamil, French, Japanese, Hindi, Chinese|USA, Taiwan, UK, Canada|7.9|500000
    tt0848228|The Avengers||2012|movie|143|Action, Sci-Fi|Joss Whedon|Robert Downey Jr., Chris Evans, Scarlett Johansson|English, Russian|United States|8.0|1500000
    tt1345836|The Dark Knight Rises||2012|movie|164|Action, Drama, Thriller|Christopher Nolan|Christian Bale, Tom Hardy, Anne Hathaway|English, Arabic|United Kingdom, United States|8.4|1900000
    tt0903624|The Hobbit: An Unexpected Journey||2012|movie|169|Adventure, Fantasy|Peter Jackson|Martin Freeman, Ian McKellen, Richard Armitage|English|New Zealand, United States|7.8|890000
    tt1392170|The Hunger Games||2012|movie|142|Adventure, Sci-Fi, Thriller|Gary Ross|Stanley Tucci, Wes Bentley, Jennifer Lawrence, Willow Shields|English|USA|7.2|760000
    tt2024544|12 Years a Slave||2013|movie|134|Biography, Drama, History|Steve McQueen|Chiwetel Ejiofor, Dwight Henry, Dickie Gravois, Bryan Batt|English|USA, UK|8.1|530000
    tt2560140|Attack on Titan|Shingeki no kyojin|2013–2023|series|24|Animation, Action, Adventure||Marina Inoue, Yûki Kaji, Yui Ishikawa|Japanese|Japan|9.1|590000
    tt2294629|Frozen||2013|movie|102|Animation, Adventure, Comedy|Chris Buck, Jennifer Lee|Kristen Bell, Idina Menzel, Jonathan Groff|English, Norwegian|United States|7.4|680000
    tt1798709|Her||2013|movie|126|Drama, Romance, Sci-Fi|Spike Jonze|Joaquin Phoenix, Amy Adams, Scarlett Johansson|English|United States|8.0|700000
    tt2442560|Peaky Blinders||2013–2022|series|60|Crime, Drama||Cillian Murphy, Paul Anderson, Sophie Rundle|English|United Kingdom|8.7|690000
    tt0993846|The Wolf of Wall Street||2013|movie|180|Biography, Comedy, Crime|Martin Scorsese|Leonardo DiCaprio, Jonah Hill, Margot Robbie|English, French|United States|8.2|1600000
    tt2267998|Gone Girl||2014|movie|149|Crime, Drama, Mystery|David Fincher|Ben Affleck, Rosamund Pike, Neil Patrick Harris, Tyler Perry|English|USA|8.1|690000
    tt0816692|Interstellar||2014|movie|169|Adventure, Drama, Sci-Fi|Christopher Nolan|Matthew McConaughey, Anne Hathaway, Jessica Chastain|English|United States, United Kingdom, Canada|8.7|2200000
    tt2911666|John Wick||2014|movie|101|Action, Crime, Thriller|Chad Stahelski, David Leitch|Keanu Reeves, Michael Nyqvist, Alfie Allen|English, Russian, Hungarian|United States|7.5|790000
    tt2278388|The Grand Budapest Hotel||2014|movie|99|Adventure, Comedy, Crime|Wes Anderson|Ralph Fiennes, F. Murray Abraham, Mathieu Amalric|English, French, German|United States, Germany|8.1|910000
    tt2582802|Whiplash||2014|movie|106|Drama, Music|Damien Chazelle|Miles Teller, J.K. Simmons, Melissa Benoist|English|United States|8.5|1000000
    tt3032476|Better Call Saul||2015–2022|series|46|Crime, Drama||Bob Odenkirk, Rhea Seehorn, Jonathan Banks|English, Spanish|United States|9.0|690000
    tt2096673|Inside Out||2015|movie|95|Animation, Adventure, Comedy|Pete Docter, Ronnie Del Carmen|Amy Poehler, Bill Hader, Lewis Black|English|United States|8.1|830000
    tt1392190|Mad Max: Fury Road||2015|movie|120|Action, Adventure, Sci-Fi|George Miller|Tom Hardy, Charlize Theron, Nicholas Hoult|English, Russian|Australia, United States|8.1|1200000
    tt2488496|Star Wars: Episode VII - The Force Awakens||2015|movie|138|Action, Adventure, Sci-Fi|J.J. Abrams|Daisy Ridley, John Boyega, Oscar Isaac|English|United States|7.8|980000
    tt3659388|The Martian||2015|movie|144|Adventure, Drama, Sci-Fi|Ridley Scott|Matt Damon, Jessica Chastain, Kristen Wiig|English, Mandarin|United Kingdom, United States|8.0|960000
    tt2543164|Arrival||2016|movie|116|Drama, Mystery, Sci-Fi|Denis Villeneuve|Amy Adams, Jeremy Renner, Forest Whitaker|English, Russian, Mandarin|United States, Canada|7.9|800000
    tt3783958|La La Land||2016|movie|128|Comedy, Drama, Music|Damien Chazelle|Ryan Gosling, Emma Stone, Rosemarie DeWitt|English|United States, Hong Kong|8.0|680000
    tt3748528|Rogue One: A Star Wars Story|Rogue One|2016|movie|133|Action, Adventure, Sci-Fi|Gareth Edwards|Felicity Jones, Diego Luna, Alan Tudyk|English|United States|7.8|730000
    tt4574334|Stranger Things||2016–2025|series|60|Drama, Fantasy, Horror||Millie Bobby Brown, Finn Wolfhard, Winona Ryder|English|United States|8.6|1400000
    tt4786824|The Crown||2016–2023|series|58|Biography, Drama, History||Claire Foy, Olivia Colman, Imelda Staunton|English|United Kingdom, United States|8.6|270000
    tt5311514|Your Name.|Kimi no na wa.|2016|movie|106|Animation, Drama, Fantasy|Makoto Shinkai|Ryûnosuke Kamiki, Mone Kamishiraishi, Ryô Narita|Japanese|Japan|8.4|340000
    tt1856101|Blade Runner 2049||2017|movie|164|Action, Drama, Mystery|Denis Villeneuve|Harrison Ford, Ryan Gosling, Ana de Armas|English, Finnish, Japanese, Hungarian, Russian, Somali, Spanish|United States, United Kingdom, Canada|8.0|680000
    tt2380307|Coco||2017|movie|105|Animation, Adventure, Drama|Lee Unkrich, Adrian Molina|Anthony Gonzalez, Gael García Bernal, Benjamin Bratt|English, Spanish|United States|8.4|620000
    tt5753856|Dark||2017–2020|series|60|Crime, Drama, Mystery||Louis Hofmann, Karoline Eichhorn, Lisa Vicari|German|Germany|8.7|470000
    tt5052448|Get Out||2017|movie|104|Horror, Mystery, Thriller|Jordan Peele|Daniel Kaluuya, Allison Williams, Bradley Whitford|English, Swahili|United States|7.8|730000
    tt1396484|It||2017|movie|135|Horror|Andy Muschietti|Bill Skarsgård, Jaeden Martell, Finn Wolfhard|English|United States, Canada|7.3|640000
    tt6468322|Money Heist|La casa de papel|2017–2021|series|60|Action, Crime, Drama||Úrsula Corberó, Álvaro Morte, Itziar Ituño|Spanish|Spain|8.2|550000
    tt4154756|Avengers: Infinity War||2018|movie|149|Action, Adventure, Sci-Fi|Anthony Russo, Joe Russo|Robert Downey Jr., Chris Hemsworth, Mark Ruffalo|English|United States|8.4|1200000
    tt1825683|Black Panther||2018|movie|134|Action, Adventure, Sci-Fi|Ryan Coogler|Chadwick Boseman, Michael B. Jordan, Lupita Nyong'o|English, Swahili, Xhosa, Korean|United States|7.3|860000
    tt4633694|Spider-Man: Into the Spider-Verse||2018|movie|117|Animation, Action, Adventure|Bob Persichetti, Peter Ramsey, Rodney Rothman|Shameik Moore, Jake Johnson, Hailee Steinfeld|English, Spanish|United States|8.4|700000
    tt7660850|Succession||2018–2023|series|60|Comedy, Drama||Nicholas Braun, Brian Cox, Kieran Culkin|English|United States|8.8|290000
    tt8579674|1917||2019|movie|119|Action, Drama, War|Sam Mendes|Dean-Charles Chapman, George MacKay, Daniel Mays|English, French, German|United States, United Kingdom, India, Spain, Canada|8.2|690000
    tt4154796|Avengers: Endgame||2019|movie|181|Action, Adventure, Sci-Fi|Anthony Russo, Joe Russo|Robert Downey Jr., Chris Evans, Mark Ruffalo|English, Japanese, Xhosa, German|United States|8.4|1300000
    tt7366338|Chernobyl||2019|series|60|Drama, History, Thriller||Jessie Buckley, Jared Harris, Stellan Skarsgård|English|United States, United Kingdom|9.3|910000
    tt7286456|Joker||2019|movie|122|Crime, Drama, Thriller|Todd Phillips|Joaquin Phoenix, Robert De Niro, Zazie Beetz|English|United States, Canada|8.3|1500000
    tt8946378|Knives Out||2019|movie|130|Comedy, Crime, Drama|Rian Johnson|Daniel Craig, Chris Evans, Ana de Armas|English, Spanish, Vietnamese|United States|7.9|800000
    tt6751668|Parasite|Gisaengchung|2019|movie|132|Drama, Thriller|Bong Joon Ho|Song Kang-ho, Lee Sun-kyun, Cho Yeo-jeong|Korean, English|South Korea|8.5|1000000
    tt8613070|Portrait of a Lady on Fire|Portrait de la jeune fille en feu|2019|movie|122|Drama, Romance|Céline Sciamma|Noémie Merlant, Adèle Haenel, Luàna Bajrami|French, Italian|France|8.1|120000
    tt5180504|The Witcher||2019–|series|60|Action, Adventure, Drama||Henry Cavill, Freya Allan, Anya Chalotra|English|Poland, United States|8.0|580000
    tt2948372|Soul||2020|movie|100|Animation, Adventure, Comedy|Pete Docter, Kemp Powers|Jamie Foxx, Tina Fey, Graham Norton|English|United States|8.0|390000
    tt6723592|Tenet||2020|movie|150|Action, Sci-Fi, Thriller|Christopher Nolan|John David Washington, Robert Pattinson, Elizabeth Debicki|English, Russian, Ukrainian, Estonian, Norwegian, Hindi|United States, United Kingdom|7.3|620000
    tt11126994|Arcane||2021–2024|series|40|Animation, Action, Adventure||Hailee Steinfeld, Ella Purnell, Kevin Alejandro|English|United States, France|9.0|350000
    tt1160419|Dune: Part One||2021|movie|155|Action, Adventure, Drama|Denis Villeneuve|Timothée Chalamet, Rebecca Ferguson, Zendaya|English, Mandarin|United States, Canada|8.0|910000
    tt10872600|Spider-Man: No Way Home||2021|movie|148|Action, Adventure, Fantasy|Jon Watts|Tom Holland, Zendaya, Benedict Cumberbatch|English, Tagalog|United States|8.2|930000
    tt10919420|Squid Game|Ojing-eo geim|2021–2025|series|55|Action, Drama, Mystery||Lee Jung-jae, Lee Byung-hun, Wi Ha-joon|Korean|South Korea|8.0|710000
    tt1016150|All Quiet on the Western Front|Im Westen nichts Neues|2022|movie|148|Action, Drama, War|Edward Berger|Felix Kammerer, Albrecht Schuch, Aaron Hilmer|German, French|Germany, United States, United Kingdom|7.8|250000
    tt1630029|Avatar: The Way of Water||2022|movie|192|Action, Adventure, Fantasy|James Cameron|Sam Worthington, Zoe Saldaña, Sigourney Weaver|English|United States|7.5|510000
    tt6710474|Everything Everywhere All at Once||2022|movie|139|Action, Adventure, Comedy|Daniel Kwan, Daniel Scheinert|Michelle Yeoh, Stephanie Hsu, Jamie Lee Curtis|English, Mandarin, Cantonese|United States|7.8|560000
    tt11280740|Severance||2022–|series|50|Drama, Mystery, Sci-Fi||Adam Scott, Britt Lower, Zach Cherry|English|United States|8.7|280000
    tt1877830|The Batman||2022|movie|176|Action, Crime, Drama|Matt Reeves|Robert Pattinson, Zoë Kravitz, Jeffrey Wright|English, Spanish, Latin, Italian|United States|7.8|850000
    tt1745960|Top Gun: Maverick||2022|movie|130|Action, Drama|Joseph Kosinski|Tom Cruise, Jennifer Connelly, Miles Teller|English|United States|8.2|750000
    tt17009710|Anatomy of a Fall|Anatomie d'une chute|2023|movie|151|Crime, Drama, Mystery|Justine Triet|Sandra Hüller, Swann Arlaud, Milo Machado-Graner|French, English, German|France|7.6|180000
    tt1517268|Barbie||2023|movie|114|Adventure, Comedy, Fantasy|Greta Gerwig|Margot Robbie, Ryan Gosling, Issa Rae|English, Spanish|United States, United Kingdom|6.8|590000
    tt23289160|Godzilla Minus One|Gojira -1.0|2023|movie|124|Action, Adventure, Drama|Takashi Yamazaki|Minami Hamabe, Ryunosuke Kamiki, Sakura Ando|Japanese|Japan|7.7|180000
    tt15398776|Oppenheimer||2023|movie|180|Biography, Drama, History|Christopher Nolan|Cillian Murphy, Emily Blunt, Matt Damon|English, German, Italian|United States, United Kingdom|8.3|850000
    tt9362722|Spider-Man: Across the Spider-Verse||2023|movie|140|Animation, Action, Adventure|Joaquim Dos Santos, Kemp Powers, Justin K. Thompson|Shameik Moore, Hailee Steinfeld, Brian Tyree Henry|English, Spanish|United States|8.5|430000
    tt6587046|The Boy and the Heron|Kimitachi wa dô ikiru ka|2023|movie|124|Animation, Adventure, Drama|Hayao Miyazaki|Soma Santoki, Masaki Suda, Kô Shibasaki|Japanese|Japan|7.4|100000
    tt3581920|The Last of Us||2023–|series|50|Action, Adventure, Drama||Pedro Pascal, Bella Ramsey, Gabriel Luna|English|United States, Canada|8.6|580000
    tt15239678|Dune: Part Two||2024|movie|166|Action, Adventure, Drama|Denis Villeneuve|Timothée Chalamet, Zendaya, Rebecca Ferguson|English|United States, Canada|8.5|660000
    tt2788316|Shōgun||2024–|series|60|Adventure, Drama, History||Hiroyuki Sanada, Cosmo Jarvis, Anna Sawai|Japanese, English, Portuguese|United States|8.6|200000
    """#
}
