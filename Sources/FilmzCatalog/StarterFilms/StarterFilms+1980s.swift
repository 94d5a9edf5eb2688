extension StarterFilms {
  /// The films and series that began in the years from 1980 to 1989, oldest first.
  static let films1980to1989 = #"""
    tt0080339|Airplane!||1980|movie|88|Comedy|Jim Abrahams, David Zucker, Jerry Zucker|Robert Hays, Julie Hagerty, Leslie Nielsen|English|United States|7.7|280000
    tt0080684|Star Wars: Episode V - The Empire Strikes Back||1980|movie|124|Action, Adventure, Fantasy|Irvin Kershner|Mark Hamill, Harrison Ford, Carrie Fisher|English|United States|8.7|1500000
    tt0081505|The Shining||1980|movie|146|Drama, Horror|Stanley Kubrick|Jack Nicholson, Shelley Duvall, Danny Lloyd|English|United Kingdom, United States|8.4|1100000
    tt0082096|Das Boot||1981|movie|149|Drama, War|Wolfgang Petersen|Jürgen Prochnow, Herbert Grönemeyer, Klaus Wennemann|German, English, French|West Germany|8.4|270000
    tt0082971|Indiana Jones and the Raiders of the Lost Ark|Raiders of the Lost Ark|1981|movie|115|Action, Adventure|Steven Spielberg|Harrison Ford, Karen Allen, Paul Freeman|English, German, Hebrew, Spanish, Arabic, Nepali|United States|8.4|1100000
    tt0083658|Blade Runner||1982|movie|117|Action, Drama, Sci-Fi|Ridley Scott|Harrison Ford, Rutger Hauer, Sean Young|English, German, Cantonese, Japanese, Hungarian|United States|8.1|850000
    tt0083866|E.T. the Extra-Terrestrial||1982|movie|115|Adventure, Family, Sci-Fi|Steven Spielberg|Henry Thomas, Drew Barrymore, Peter Coyote|English|United States|7.9|450000
    tt0084787|The Thing||1982|movie|109|Horror, Mystery, Sci-Fi|John Carpenter|Kurt Russell, Wilford Brimley, Keith David|English, Norwegian|United States|8.2|490000
    tt0086250|Scarface||1983|movie|170|Crime, Drama|Brian De Palma|Al Pacino, Michelle Pfeiffer, Steven Bauer|English, Spanish|United States|8.3|940000
    tt0086190|Star Wars: Episode VI - Return of the Jedi||1983|movie|131|Action, Adventure, Fantasy|Richard Marquand|Mark Hamill, Harrison Ford, Carrie Fisher|English|United States|8.3|1200000
    tt0087182|Dune||1984|movie|137|Action, Adventure, Sci-Fi|David Lynch|Kyle MacLachlan, Virginia Madsen, Francesca Annis|English|United States|6.3|190000
    tt0087332|Ghostbusters||1984|movie|105|Action, Comedy, Fantasy|Ivan Reitman|Bill Murray, Dan Aykroyd, Sigourney Weaver|English|United States|7.8|460000
    tt0087469|Indiana Jones and the Temple of Doom||1984|movie|118|Action, Adventure|Steven Spielberg|Harrison Ford, Kate Capshaw, Ke Huy Quan|English, Sinhala, Hindi|United States|7.5|550000
    tt0088247|The Terminator||1984|movie|107|Action, Adventure, Sci-Fi|James Cameron|Arnold Schwarzenegger, Linda Hamilton, Michael Biehn|English, Spanish|United Kingdom, United States|8.1|950000
    tt0088763|Back to the Future||1985|movie|116|Adventure, Comedy, Sci-Fi|Robert Zemeckis|Michael J. Fox, Christopher Lloyd, Lea Thompson|English|United States|8.5|1300000
    tt0089927|Rocky IV||1985|movie|91|Action, Drama, Sport|Sylvester Stallone|Sylvester Stallone, Talia Shire, Burt Young|English, Russian|United States|6.9|250000
    tt0088847|The Breakfast Club||1985|movie|97|Comedy, Drama|John Hughes|Emilio Estevez, Judd Nelson, Molly Ringwald|English|United States|7.8|450000
    tt0090605|Aliens||1986|movie|137|Action, Adventure, Sci-Fi|James Cameron|Sigourney Weaver, Michael Biehn, Carrie Henn|English, Spanish|United Kingdom, United States|8.4|790000
    tt0091042|Ferris Bueller's Day Off||1986|movie|103|Comedy|John Hughes|Matthew Broderick, Alan Ruck, Mia Sara|English, German|United States|7.8|410000
    tt0092099|Top Gun||1986|movie|109|Action, Drama|Tony Scott|Tom Cruise, Tim Robbins, Kelly McGillis|English|United States|7.0|520000
    tt0092890|Dirty Dancing||1987|movie|100|Drama, Music, Romance|Emile Ardolino|Patrick Swayze, Jennifer Grey, Jerry Orbach|English, Spanish|United States|7.0|260000
    tt0093058|Full Metal Jacket||1987|movie|116|Drama, War|Stanley Kubrick|Matthew Modine, R. Lee Ermey, Vincent D'Onofrio|English, Vietnamese|United Kingdom, United States|8.2|820000
    tt0093870|RoboCop||1987|movie|102|Action, Crime, Sci-Fi|Paul Verhoeven|Peter Weller, Nancy Allen, Dan O'Herlihy|English|United States|7.6|300000
    tt0093779|The Princess Bride||1987|movie|98|Adventure, Family, Fantasy|Rob Reiner|Cary Elwes, Mandy Patinkin, Chris Sarandon, Christopher Guest|English|USA|8.1|330000
    tt0094625|Akira||1988|movie|124|Animation, Action, Drama|Katsuhiro Ôtomo|Mitsuo Iwata, Nozomu Sasaki, Mami Koyama|Japanese|Japan|8.0|210000
    tt0095765|Cinema Paradiso|Nuovo Cinema Paradiso|1988|movie|155|Drama, Romance|Giuseppe Tornatore|Philippe Noiret, Enzo Cannavale, Antonella Attili|Italian|Italy, France|8.5|290000
    tt0095016|Die Hard||1988|movie|132|Action, Thriller|John McTiernan|Bruce Willis, Alan Rickman, Bonnie Bedelia|English, German, Italian, Japanese|United States|8.2|970000
    tt0095327|Grave of the Fireflies|Hotaru no haka|1988|movie|88|Animation, Drama, War|Isao Takahata|Tsutomu Tatsumi, Ayano Shiraishi, Akemi Yamaguchi|Japanese|Japan|8.5|330000
    tt0096283|My Neighbor Totoro|Tonari no Totoro|1988|movie|86|Animation, Comedy, Family|Hayao Miyazaki|Hitoshi Takagi, Noriko Hidaka, Chika Sakamoto|Japanese|Japan|8.1|390000
    tt0096874|Back to the Future Part II||1989|movie|108|Adventure, Comedy, Sci-Fi|Robert Zemeckis|Michael J. Fox, Christopher Lloyd, Lea Thompson|English|United States|7.8|590000
    tt0096895|Batman||1989|movie|126|Action, Adventure|Tim Burton|Michael Keaton, Jack Nicholson, Kim Basinger|English, French, Spanish|United States, United Kingdom|7.5|420000
    tt0097165|Dead Poets Society||1989|movie|128|Comedy, Drama|Peter Weir|Robin Williams, Robert Sean Leonard, Ethan Hawke|English, Latin|United States|8.1|570000
    tt0097576|Indiana Jones and the Last Crusade||1989|movie|127|Action, Adventure|Steven Spielberg|Harrison Ford, Sean Connery, Alison Doody|English, German, Greek, Latin, Italian|United States|8.2|830000
    tt0098904|Seinfeld||1989–1998|series|22|Comedy||Jerry Seinfeld, Julia Louis-Dreyfus, Michael Richards|English|United States|8.9|370000
    tt0097757|The Little Mermaid||1989|movie|83|Animation, Family, Fantasy|Ron Clements, John Musker|Rene Auberjonois, Christopher Daniel Barnes, Jodi Benson, Pat Carroll|English, French|USA|7.6|200000
    tt0096697|The Simpsons||1989–|series|22|Animation, Comedy||Dan Castellaneta, Nancy Cartwright, Julie Kavner|English|United States|8.7|450000
    """#
}
